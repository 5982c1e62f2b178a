### Textes de Pig.

summary = Lancez autant de fois que vous l’osez, et gardez vos points avant qu’un 1 ne prenne tout ce que le tour a rapporté.

## Événements

goal = L’objectif est de { $goal } points.
rolled = { $die ->
    [1] { $name } obtient un 1 et perd ce qui était en jeu.
   *[other] { $name } obtient un { $die } : { $points } points sont en jeu.
 }
held = { $name } garde { $points } points et en a { $score }.
left = { $name } quitte la partie.
ended = La partie est terminée : { $places }.

## Refus

nothing-to-hold = Rien n’est encore en jeu, il n’y a donc rien à garder : lancez d’abord.
kind-of-move = le genre de coup

## Plateaux et dessins

turn = { $points ->
    [0] { $name } lance le dé
   *[other] { $name } a { $points } points en jeu
 }
over = La partie est terminée
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
rank = rang { $rank }
has-left = a quitté la partie
can-play = { $name } peut jouer

## Ordres

order-how = Dites « lancer jusqu’à 20 » : vous gardez dès que 20 points sont en jeu.
order-roll = lancer à vos tours jusqu’à ce que 20 points soient en jeu, puis garder

## Options

option-goal = Objectif
option-goal-about = Combien de points font gagner.
option-goal-100 = 100 points font gagner
option-goal-100-about = La partie habituelle.
option-goal-50 = 50 points font gagner
option-goal-50-about = Une partie courte.
