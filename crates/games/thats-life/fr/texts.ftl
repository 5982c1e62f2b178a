### Textes de That's Life!

summary = Lancez le dé et avancez vos pions : qui quitte une tuile en dernier doit la prendre, bonne ou mauvaise.

## Événements

dealt = Le parcours est en place, du départ à l’arrivée : { $track }. Tout le monde a { $pawns } pions au départ.
dealt-guards = Le parcours est en place, du départ à l’arrivée : { $track }. Tout le monde a { $pawns } pions au départ, et des gardiens se tiennent sur les tuiles chance, le +7 et le +8.
rolled = { $name } lance le dé et obtient { $die }.
pawn-moved = { $name } avance un pion { $from } { $to }.
guard-moved = { $name } avance un gardien { $from } { $to }.
collected = { $name } prend { $tile }.
target-due = { $action ->
    [gift] Tuile don : { $name } doit donner une tuile à { $others }.
   *[steal] Tuile vol : { $name } doit voler une tuile à { $others }.
 }
tile-moved = { $action ->
    [gift] Tuile don : { $giver } donne { $tile } à { $receiver }.
   *[steal] Tuile vol : { $receiver } vole { $tile } à { $giver }.
 }
nothing-moved = { $action ->
    [gift] Tuile don : { $name } aurait dû donner une tuile, mais il n’y a rien à donner ou personne à qui donner.
   *[steal] Tuile vol : { $name } aurait dû voler une tuile, mais personne n’en a.
 }
turned-over = { $face ->
    [gift] La tuile action est retournée et montre maintenant un don.
   *[steal] La tuile action est retournée et montre maintenant un vol.
 }
left = { $name } quitte la partie, et ses pions vont à l’arrivée.
ended = La partie est terminée : { $places }.

## Refus

legal-none = Il n’y a plus rien à jouer.
legal-choose = Vous pouvez choisir { $names }.
choose-player = choisir { $name }
no-target = Cette personne ne peut pas être choisie. { $legal }
target-missing = Dites qui vous choisissez. { $legal }
target-unread = « { $word } » ne désigne personne que vous puissiez choisir. { $legal }
no-own-pawn = Aucun de vos pions ne se trouve sur { $tile }. { $legal }
no-guards = Cette partie se joue sans gardiens. { $legal }
no-guard-there = Aucun gardien ne se trouve sur { $tile }. { $legal }
guard-alone = Le gardien sur { $tile } n’a aucun pion à ses côtés. { $legal }
tile-gone = { $tile } n’est plus sur le parcours, ou n’y a jamais été. { $legal }
no-such-tile = Cette tuile n’existe pas. { $legal }
no-such-move = « { $word } » n’est pas un coup. { $legal }
at-the-finish = Ce qui a atteint l’arrivée y reste. { $legal }
say-from-where = Dites quelle tuile quitter. { $legal }
ambiguous-tile = « { $word } » peut désigner plusieurs tuiles : { $tiles }.
leads-elsewhere = Depuis { $from }, un { $die } mène à { $to }, pas à { $word }.

## Tuiles

lucky = chance
tile = { $kind ->
    [start] la case départ
    [lucky] une tuile chance
    [action] une tuile action
    [finish] l’arrivée
   *[number] le { $points }
 }
from-tile = { $kind ->
    [start] de la case départ
    [lucky] d’une tuile chance
    [action] d’une tuile action
    [finish] de l’arrivée
   *[number] du { $points }
 }
to-tile = { $kind ->
    [start] à la case départ
    [lucky] sur une tuile chance
    [action] sur une tuile action
    [finish] à l’arrivée
   *[number] au { $points }
 }
tile-told = { $tile } ({ $worth })
face = { $face ->
    [gift] don
   *[steal] vol
 }

## Plateaux

head-roll = That's Life! À { $name } de lancer le dé.
head-move = That's Life! À { $name } d’avancer, le dé montre { $die }.
head-target = That's Life! À { $name } de choisir quelqu’un.
head-over = That's Life! La partie est terminée.
track-heading = Parcours, pas à pas : tuile, nature, qui s’y trouve
guards = { $n ->
    [one] gardien
   *[other] gardiens x{ $n }
 }
towers-heading = { $scoring ->
    [basic] Piles, de bas en haut (décompte simple)
   *[expert] Piles, de bas en haut (décompte expert)
 }
seat-points = { $points ->
    [one] { $name } : { $points } point
   *[other] { $name } : { $points } points
 }
rank = rang { $rank }
lucky-tiles = { $n ->
    [one] { $n } tuile chance
   *[other] { $n } tuiles chance
 }
has-left = a quitté la partie
no-tiles = aucune tuile
lucky-turned = { $scoring ->
    [basic] Chaque tuile chance rend positive une tuile négative, la pire d’abord.
   *[expert] Chaque tuile chance a inversé la tuile juste au-dessous d’elle.
 }
can-play = { $name } peut jouer
gives = donne { $tile } à { $name }
steals = vole { $tile } à { $name }
goes = va { $to }
goes-and-takes = va { $to } et prend { $tile }
goes-and-gives = va { $to } et donne une tuile
goes-and-steals = va { $to } et vole une tuile
goes-with-nothing = { $action ->
    [gift] va { $to }, sans rien à donner
   *[steal] va { $to }, sans rien à voler
 }

## Dessins

won = { $n ->
    [one] { $names } gagne
   *[other] { $names } se partagent la victoire
 }
over-points = { $points ->
    [one] La partie est terminée ; { $points } point.
   *[other] La partie est terminée ; { $points } points.
 }
drawn-can-play = { $whose ->
    [yours] Vous pouvez jouer
   *[other] { $name } peut jouer
 }
tower-of = { $whose ->
    [yours] Vous
   *[other] { $name }
 }
title-roll = { $whose ->
    [yours] À vous de lancer le dé
   *[other] À { $name } de lancer le dé
 }
title-move = { $whose ->
    [yours] À vous d’avancer de { $die }
   *[other] À { $name } d’avancer de { $die }
 }
title-target = { $whose ->
    [yours] À vous de choisir quelqu’un
   *[other] À { $name } de choisir quelqu’un
 }
detail-roll = Qui quitte une tuile en dernier la prend, bonne ou mauvaise.
detail-move = Le dé montre { $die }. Qui quitte une tuile en dernier la prend.
detail-target = { $action ->
    [gift] À qui donner la tuile du dessus ?
   *[steal] À qui voler la tuile du dessus ?
 }
lucky-turns = { $scoring ->
    [basic] Chaque tuile chance ♣ rend positive la pire tuile négative restante de sa pile.
   *[expert] Chaque tuile chance ♣ inverse la tuile qui se trouve sous elle dans la pile.
 }
start = Départ
finish = Arrivée
guards-here = { $n ->
    [one] gardien ×{ $n }
   *[other] gardiens ×{ $n }
 }
to = va { $to }
to-takes = va { $to }, prend { $points }
to-takes-lucky = va { $to }, prend la tuile chance
to-gives = va { $to }, donne une tuile
to-steals = va { $to }, vole une tuile
to-nothing = { $action ->
    [gift] va { $to }, rien à donner
   *[steal] va { $to }, rien à voler
 }
no-tiles-yet = aucune tuile
step-at = case { $step }
leads = en tête
on-the-way = { $n ->
    [0] tous les pions à l’arrivée
    [one] { $n } pion en chemin
   *[other] { $n } pions en chemin
 }

## Ordres

order-how = Dites « pions arrière », « pions avant », « pions depuis m9b » ou « pions sur p8 », avec le code d’une tuile du parcours.
order-back = avancer votre pion le plus en arrière
order-front = avancer votre pion le plus en avant
order-from = faire quitter cette tuile à un pion, quand un des vôtres y est
order-onto = amener un pion sur cette tuile, quand le dé y mène

## Options

option-sorting = Ordre des tuiles
option-sorting-about = Comment les 32 tuiles à prendre se suivent sur le parcours.
option-sorting-random = Tuiles mélangées
option-sorting-random-about = Chaque partie a son ordre.
option-sorting-standard = Ordre fixe, tuiles chance tôt
option-sorting-standard-about = De −1 à −8, six tuiles chance, de +8 à +1 en descendant, puis de −1 à −10.
option-sorting-variant1 = Ordre fixe, tuiles chance tard
option-sorting-variant1-about = De −1 à −8, de +1 à +8, six tuiles chance, puis de −1 à −10.
option-sorting-variant2 = Ordre fixe, tuiles chance à la fin
option-sorting-variant2-about = De −1 à −8, de +1 à +8, de −1 à −10, puis six tuiles chance.
option-action-tiles = Tuiles action
option-action-tiles-about = S’il y a sur le parcours quatre tuiles où l’on donne ou vole une tuile en les quittant en dernier.
option-action-tiles-true = Avec tuiles action
option-action-tiles-true-about = Il y en a quatre sur le parcours.
option-action-tiles-false = Sans tuiles action
option-action-tiles-false-about = Toutes les tuiles entre le départ et l’arrivée sont à prendre.
option-guards = Gardiens
option-guards-about = Si huit gardiens neutres se tiennent sur les tuiles chance et sur +7 et +8.
option-guards-true = Avec gardiens
option-guards-true-about = Aucune tuile n’est prise tant qu’un gardien s’y tient.
option-guards-false = Sans gardiens
option-guards-false-about = Seuls des pions se tiennent sur les tuiles.
option-scoring = Tuiles chance
option-scoring-about = Ce que font à la fin les tuiles chance d’une pile.
option-scoring-basic = Les tuiles chance retournent la pire
option-scoring-basic-about = Chacune rend positive la pire tuile négative qui reste dans la pile.
option-scoring-expert = Les tuiles chance retournent celle du dessous
option-scoring-expert-about = Chacune change la tuile juste en dessous dans la pile en son contraire.
option-pawns = Pions
option-pawns-about = Combien de pions a chaque personne.
option-pawns-3 = 3 pions chacun
option-pawns-3-about = Quel que soit le nombre de personnes.
option-pawns-auto = 3 pions chacun, 2 à cinq ou six
option-pawns-auto-about = Comme dans les règles imprimées.
option-pawns-2 = 2 pions chacun
option-pawns-2-about = Une partie courte.
