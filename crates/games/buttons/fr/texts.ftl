### Textes de Buttons.

summary = Tentez votre chance aux dés pour couvrir les boutons d’une couleur et les changer en étoiles : cinq alignées ou douze en tout.

## Événements

dealt = { $first } commence avec la carte rouge ; cartes : { $cards }.
dealt-out = { $first } commence avec la carte rouge ; cartes : { $cards } (hors jeu : { $out }).
cards-of = { $name } { $cards }
rolled = { $name } lance les dés : ligne { $white }, colonne dorée { $gold }.
rolled-plain = { $name } lance les dés : ligne { $white }, colonne dorée { $gold }, ou une colonne pour { $name } uniquement : { $plain }.
busted-now = { $lost ->
    [0] { $name } n’a aucune case possible et saute.
    [one] { $name } n’a aucune case possible, saute et perd un bouton.
   *[other] { $name } n’a aucune case possible, saute et perd { $lost } boutons.
 }
opts-out = { $name } se retire de la manche.
decided = { $name } a fait son choix, encore secret.
decided-place = { $name } a choisi de poser un bouton en colonne { $column }.
decided-pass = { $name } a choisi de passer.
decided-stars = { $name } a choisi de poser { $n ->
    [one] une étoile en
   *[other] des étoiles en
 } { $cells }.
placed = Ligne { $row } : { $all }.
places = { $name } pose un bouton en colonne { $column } ({ $colour })
cell = ligne { $row } colonne { $column }
passes = { $name } passe
sentence = { $all }.
stars-earned = La manche est terminée : { $all }.
earns = { $stars ->
    [one] { $name } gagne { $stars } étoile ({ $parts })
   *[other] { $name } gagne { $stars } étoiles ({ $parts })
 }
for-opting-out = retrait
bonus = bonus { $colour }
places-stars = { $name } { $n ->
    [one] pose une étoile en
   *[other] pose des étoiles en
 } { $cells }
one-and-next = { $before } ; { $next }
no-stars = La manche est terminée, et personne ne gagne d’étoile.
round-began = La manche { $round } commence avec { $first } ; les cartes tournent : { $cards }.
left = { $name } quitte la partie.
ended = La partie est terminée : { $results }.
result = { $rank }. { $name } : { $score }
result-line = { $rank }. { $name } : { $score } avec un alignement
five-in-a-line = cinq étoiles alignées

## Couleurs

red = rouge
yellow = jaune
green = vert
blue = bleu

## Refus

you-have-left = Vous avez quitté cette partie.
no-such-seat = Cette place n’existe pas.
you-have-decided = Vous avez fait votre choix, et il ne change plus.
no-stars-earned = Vous n’avez gagné aucune étoile dans cette manche.
no-cell-offered = Les dés ne vous offrent aucune case possible : vous n’avez rien à décider.
out-of-round = Cette manche est finie pour vous.
time-to-roll = C’est le moment de lancer les dés ou de se retirer. { $more }
time-to-place = C’est le moment de poser un bouton selon les dés sur la table. { $more }
time-for-stars = C’est le moment de changer des boutons en étoiles. { $more }
opt-out-needs-button = Il faut un bouton sur votre plateau pour vous retirer. { $legal }
must-place = À votre tour, vous devez poser un bouton. { $legal }
no-black-die = Aucun dé noir ne montre { $col }. { $legal }
golden-die = Le dé doré montre { $gold }, pas { $col }. { $legal }
has-button = Un de vos boutons est déjà en { $cell }. { $legal }
has-star = Une de vos étoiles est en { $cell }. { $legal }
adjacent-button = Un de vos boutons est à côté de la case { $cell }. { $legal }
twice = Vous nommez la case { $cell } deux fois. Vos boutons sont en { $buttons }.
wrong-star-count = { $stars ->
    [one] Vous avez gagné exactement { $stars } étoile : changez un seul de vos boutons. Ils sont en { $buttons }.
   *[other] Vous avez gagné exactement { $stars } étoiles : changez autant de vos boutons. Ils sont en { $buttons }.
 }
no-button-there = Aucun de vos boutons n’est en { $cell }. Ils sont en { $buttons }.
no-cell = aucune case
legal-stars = { $stars ->
    [one] Changez un de vos boutons en étoile ; ils sont en { $buttons }.
   *[other] Changez { $stars } de vos boutons en étoiles ; ils sont en { $buttons }.
 }
legal-none = Vous n’avez rien à décider maintenant.
no-such-move = « { $word } » n’est pas un coup. { $legal }
row-or-column = une ligne ou une colonne
other-row = Le dé blanc désigne la ligne { $white }, pas { $row }. { $legal }
which-column = Dites dans quelle colonne. { $legal }
one-column = Un bouton va dans une seule colonne. { $legal }
name-cells = Nommez chaque case par ligne et colonne, comme dans « étoiles 2-2 5-1 ». { $legal }

## Plateaux

head = Buttons, manche { $round }. { $headline }
rolls = { $whose ->
    [yours] À vous de lancer les dés.
   *[other] À { $name } de lancer les dés.
 }
rolls-or-opts-out = { $whose ->
    [yours] À vous de lancer les dés ou de vous retirer.
   *[other] À { $name } de lancer les dés ou de se retirer.
 }
has-rolled = { $whose ->
    [yours] Vous avez lancé les dés ; maintenant, on pose les boutons.
   *[other] { $name } a lancé les dés ; maintenant, on pose les boutons.
 }
round-is-over = La manche est terminée ; maintenant, des boutons deviennent des étoiles.
won = { $n ->
    [one] La partie est terminée : { $names } gagne avec { $score } points.
   *[other] La partie est terminée : { $names } gagnent avec { $score } points.
 }
won-by-line = { $n ->
    [one] La partie est terminée : { $names } gagne par cinq étoiles alignées, avec { $score } points.
   *[other] La partie est terminée : { $names } gagnent par cinq étoiles alignées, avec { $score } points.
 }
game-is-over = La partie est terminée.
dice-on-table = Dés : blanc { $white }, la ligne ; doré { $gold }, une colonne pour tout le monde{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } de côté)
 }.
dice-on-table-plain = Dés : blanc { $white }, la ligne ; doré { $gold }, une colonne pour tout le monde ; simples { $plain }, pour { $name } uniquement{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } de côté)
 }.
dice-to-roll = { $plain ->
    [one] Dés à lancer : le blanc, le doré et { $plain } simple{ $aside ->
        [0] {""}
       *[other] {" "}({ $aside } de côté)
     }.
   *[other] Dés à lancer : le blanc, le doré et { $plain } simples{ $aside ->
        [0] {""}
       *[other] {" "}({ $aside } de côté)
     }.
 }
signs =
    Sur les plateaux : (R) un bouton de la manche, *R* une étoile, [R] un choix.
    R rouge, J jaune, V vert, B bleu.
player = { $name }, plateau { $face }, { $standing }, score { $score }
player-with-line = { $name }, plateau { $face }, { $standing }, score { $score } avec un alignement
rank = rang { $rank }
has-left-the-game = a quitté la partie
in-the-round = en jeu
opted-out = en retrait
busted = a sauté
label-bonus = Bonus :
label-stars = Étoiles :
label-buttons = Boutons :
group = { $colour } { $cells } ;
worth = { $stars ->
    [one] vaut { $stars } étoile
   *[other] vaut { $stars } étoiles
 }
can-play = { $name } peut jouer
roll-or-out = lancer, ou retirer pour quitter la manche à temps
label-decided = { $name } a choisi :
sealed = { $move } (secret)
label-choose = { $n ->
    [one] étoiles, puis une case parmi :
   *[other] étoiles, puis { $n } cases parmi :
 }
on-cell = case { $cell }, { $colour }

## Dessins

round = Buttons, manche { $round }
board-of = { $whose ->
    [yours] Votre plateau
   *[other] { $name }
 }
title = Buttons, manche { $round } : { $headline }
row = ligne
row-at = ligne { $row }
column = colonne
column-at = colonne { $column }
aside = à part
key-roll = Lancer
key-out = Se retirer
key-pass = Passer
risk = risque de sauter : { $percent } %
risk-said = Lancer les dés, risque de sauter : { $percent } %
out-earns = rapporte { $stars ->
    [one] { $stars } étoile
   *[other] { $stars } étoiles
 }
row-and-column-for-all = Ligne et colonne communes ;
plain-dice-for = dés simples pour { $name }
star = étoile
button = bouton
has-left = a quitté
has-decided = a choisi
is-deciding = doit choisir
to-move = à son tour
your-move = à votre tour
stars = { $n ->
    [one] { $n } étoile
   *[other] { $n } étoiles
 }
stars-and-line = { $n ->
    [one] { $n } étoile, alignées : { $score }
   *[other] { $n } étoiles, alignées : { $score }
 }
by-card = carte : 2 étoiles
three-complete = 3 boutons complètent une couleur
earned = { $stars ->
    [one] Gagné dans la manche : { $stars } étoile.
   *[other] Gagné dans la manche : { $stars } étoiles.
 }
earned-by-opting-out = { $stars ->
    [one] Retrait à temps : { $stars } étoile.
   *[other] Retrait à temps : { $stars } étoiles.
 }
advice-decided = Choix fait ; attente des autres.
advice-stars = { $n ->
    [one] Choisissez votre étoile.
   *[other] Choisissez vos { $n } étoiles.
 }
advice-place-or-pass = Jouez la case marquée ou passez.
advice-place = Jouez une des cases marquées.
advice-turn = C’est à vous de jouer.
legend-button = bouton de la manche
legend-choice = choix possible
legend-card = sa carte
legend-colours = R rouge, J jaune, V vert, B bleu
letter-red = R
letter-yellow = J
letter-green = V
letter-blue = B

## Ordres

order-how = Dites « or toujours », « or jamais », « or rouge jaune » ou « lancer jusqu’à 3 étoiles ».
order-gold-how = Dites « or toujours », « or jamais », ou sur quelles couleurs : « or rouge jaune ».
order-roll-how = Dites « lancer jusqu’à 3 étoiles » ou « lancer jusqu’à 4 boutons » : vous vous retirez dès que vous les avez.
order-gold-always = prendre la case du dé doré aux lancers des autres
order-gold-never = passer aux lancers des autres
order-gold-colours = la prendre sur ces couleurs, passer sinon
order-roll-stars = cette manche : lancer jusqu’à 3 étoiles acquises, puis se retirer
order-roll-buttons = cette manche : lancer jusqu’à 4 boutons, puis se retirer

## Options

option-dice-per-leaver = Dés mis de côté
option-dice-per-leaver-about = Combien de dés simples on met de côté en quittant la manche.
option-dice-per-leaver-auto = À deux 2 dés de côté, sinon 1
option-dice-per-leaver-auto-about = Deux chacun à deux, un chacun à trois ou à quatre.
option-dice-per-leaver-1 = Toujours 1 dé de côté
option-dice-per-leaver-1-about = Un chacun, à deux aussi.
