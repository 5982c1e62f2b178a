### Textes de Flip Freighters. Les événements nomment camions, cases et cartes en toutes lettres ; les autres textes suivent la notation.

summary = Chargez des camions et conduisez-les à bon port, tous avec les trois mêmes cartes par jour ; les premiers livrés rapportent encore.

## Événements

day-opened = Semaine { $week }, jour { $day } : les cartes sont { $cards }.
loaded = { $name } charge { $card } comme { $value } { $place }{ $overtime }.
moved = { $name } utilise { $card } et fait avancer { $trips }{ $overtime }.
day-ended = { $name } termine la journée.
day-restarted = { $name } recommence la journée.
left-game = { $name } quitte la partie.
used-none = { $name } n’a utilisé aucune carte ; son score est de { $score }.
used-loads = { $name } a chargé { $loads }{ $overtime } ; son score est de { $score }.
used-trips = { $name } a fait avancer { $trips }{ $overtime } ; son score est de { $score }.
used-both = { $name } a chargé { $loads }, et a fait avancer { $trips }{ $overtime } ; son score est de { $score }.
week-closed = La semaine { $week } rapporte : { $scores }.
ended = La partie est terminée : { $places }.
ended-alone = La partie est terminée : { $score ->
    [one] { $score } point
   *[other] { $score } points
 } et { $stars } pour { $name }.
# Ce qui s’accroche à une phrase sur des cartes.
overtime = { $hours ->
    [0] {""}
    [one] , avec 1 heure supplémentaire
   *[other] , avec { $hours } heures supplémentaires
 }
load = un { $value } { $place }
trip = { $lorry } jusqu’au cercle { $circle }
trip-delivered = { $lorry } jusqu’au cercle { $circle } (livré pour { $pay })
a-joker = un joker
on-square = { $n ->
    [1] sur la première case { $of }
    [2] sur la deuxième case { $of }
    [3] sur la troisième case { $of }
    [4] sur la quatrième case { $of }
    [5] sur la cinquième case { $of }
   *[6] sur la sixième case { $of }
 }
of-truck = { $which ->
    [eq] du camion =
    [neq] du camion ≠
    [six_one] du camion 6-1
    [one_six] du camion 1-6
    [any] du camion libre
    [hearts] du camion des cœurs
    [clubs] du camion des trèfles
    [diamonds] du camion des carreaux
   *[spades] du camion des piques
 }
the-truck = { $which ->
    [eq] le camion =
    [neq] le camion ≠
    [six_one] le camion 6-1
    [one_six] le camion 1-6
    [any] le camion libre
    [hearts] le camion des cœurs
    [clubs] le camion des trèfles
    [diamonds] le camion des carreaux
   *[spades] le camion des piques
 }
stars = { $stars ->
    [0] aucune étoile
    [one] 1 étoile
   *[other] { $stars } étoiles
 }

## Refus

gone = Vous ne jouez plus dans cette partie.
day-is-ended = Vous avez terminé la journée. Jouez « recommencer » pour la recommencer, tant que d’autres jouent encore.
unknown-card = { $card } n’est pas une carte du jour. { $hint }
card-already-used = Vous avez déjà utilisé { $card } aujourd’hui. { $hint }
no-such-truck = Ce camion n’existe pas. Les camions sont { $trucks }.
unknown-square = Les cases du camion { $truck } vont de { $truck }.0 à { $truck }.{ $last }, à partir de la gauche.
square-occupied = { $square } est déjà remplie. { $hint }
truck-departed = Le camion { $truck } est parti : on n’y charge plus rien. { $hint }
value-out-of-range = Une valeur va de 1 à { $most }.
suit-mismatch = { $suit ->
    [spades] { $square } n’accepte que du pique ou un joker.
    [hearts] { $square } n’accepte que du cœur ou un joker.
    [diamonds] { $square } n’accepte que du carreau ou un joker.
   *[clubs] { $square } n’accepte que du trèfle ou un joker.
 }
any-suit = { $square } accepte toutes les couleurs.
printed-value = { $square } n’accepte que la valeur { $value } : ajoutez « comme { $value } » pour payer les heures.
printed-value-only = { $square } n’accepte que la valeur { $value }, et vos heures n’y suffisent pas.
any-value = { $square } accepte toutes les valeurs.
square-skipped = Le camion { $truck } se remplit de droite à gauche, et une case sautée est perdue. { $hint }
must-be-same = Toutes les valeurs du camion { $truck } sont des { $same } : { $value } n’y a pas sa place.
all-same = Toutes les valeurs du camion { $truck } sont égales.
must-be-different = Toutes les valeurs du camion { $truck } sont différentes, et il y a déjà un { $value }.
empty-move = Indiquez quel camion avance, et jusqu’où : « 5H cœur>3 ». { $hint }
duplicate-truck = Le camion { $truck } est nommé deux fois : nommez-le une seule fois, avec le cercle le plus éloigné.
truck-delivered = Le camion { $truck } est livré et ne bouge plus. { $hint }
truck-empty = Le camion { $truck } est vide, et seul un camion chargé avance. { $hint }
bad-target = Le camion { $truck } peut aller aux cercles { $from } à { $last }.
bad-target-last = Le camion { $truck } ne peut aller qu’au cercle { $last }.
not-a-stop = Le camion { $truck } ne peut être livré qu’au cercle { $last }.
not-a-stop-x1 = Le camion { $truck } ne peut être livré qu’au cercle { $first } ou { $last }.
too-few-hours = Cela coûte { $cost ->
    [one] 1 heure
   *[other] { $cost } heures
 }, et { $hours ->
    [0] il ne vous en reste aucune
   *[other] il vous en reste { $hours }
 }.
too-few-steps = Cela coûte { $cost ->
    [one] 1 heure
   *[other] { $cost } heures
 }, et { $hours ->
    [0] il ne vous en reste aucune
   *[other] il vous en reste { $hours }
 } : { $steps } pas au plus.

help = Écrivez « 5H cœur.2 » pour charger, « 5H cœur>3 » pour avancer, « fini » ou « recommencer ».
help-cards = Écrivez « 5H cœur.2 » pour charger, « 5H cœur>3 » pour avancer, « fini » ou « recommencer ». { $hint }
move-or-card = un coup ou une carte
card-missing = Indiquez une carte. { $hint }
card-unread = « { $word } » n’est pas une carte. { $hint }
truck-missing = Indiquez un camion : { $trucks }.
truck-unread = « { $word } » n’est pas un camion. Les camions sont { $trucks }.
square-missing = Indiquez une case du camion { $truck } : de { $truck }.0 à { $truck }.{ $last }, à partir de la gauche.
square-unread = « { $word } » n’est pas une case du camion { $truck }.
value-missing = Un joker se charge avec la valeur de votre choix : ajoutez « comme 6 ».
value-left-out = Dites quelle valeur après « comme », ainsi « comme 6 ».
value-unread = « { $word } » n’est pas une valeur : une valeur va de 1 à { $most }, comme dans « comme 6 ».
one-card = Un coup utilise une carte : mettez « { $word } » sur sa propre ligne, ou « ; » devant.
circle-missing = Indiquez à quel cercle va le camion { $truck } : « { $truck }>3 ».
circle-unread = « { $word } » n’est pas un cercle du camion { $truck }.

# Indications : des phrases à la fin d’un refus.
unused = Vous pouvez encore utiliser { $cards }.
all-used = Vous avez utilisé toutes les cartes du jour : jouez « fini » ou « recommencer ».
at-start = { $count ->
    [0] Aucun camion n’est encore au départ.
    [one] { $trucks } est encore au départ.
   *[other] { $trucks } sont encore au départ.
 }
ready = { $count ->
    [0] Aucun camion ne peut avancer.
    [one] { $trucks } peut avancer.
   *[other] { $trucks } peuvent avancer.
 }
open-squares = Cases libres : { $squares }.
no-open-square = On ne peut plus rien charger sur le camion { $truck }.

## Plateaux

week-day = Semaine { $week } sur 3, jour { $day } sur 5
headline = { $today } ; on attend : { $names }.
headline-over = La partie est terminée : { $result }
won = { $count ->
    [one] { $names } gagne.
   *[other] { $names } se partagent la première place.
 }
won-alone = { $score ->
    [one] { $score } point
   *[other] { $score } points
 }, { $stars }.
suit-change = Une heure peut aussi changer la couleur d’une carte.

# Le plateau en texte. Largeurs fixes : camion 10, case 6, position 10 ; nom 17, les autres colonnes
# des scores 7.
cards-of-day = Cartes du jour : { $cards }
card-used = { $card } (utilisée)
sheet = { $name } : score actuel { $score }, reste { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }, { $delivered ->
    [one] { $delivered } camion livré
   *[other] { $delivered } camions livrés
 }
sheet-over = { $name } : score { $score }, reste { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }, { $delivered ->
    [one] { $delivered } camion livré
   *[other] { $delivered } camions livrés
 }
column-truck = camion
column-square = case
column-stands = position
column-pays = par semaine
column-player = nom
column-score = score
column-week = sem. { $week }
column-hours = heures
column-home = livrés
at-start-of = départ / { $last }
at-stop = { $circle }, livré
at-circle = { $circle } / { $last }
squares-key = S H D C : pour ♠ ♥ ♦ ♣   (4) : pour un 4   x : perdue   . : au choix
scores-key = (20) : si la semaine finissait (autres : début du jour)   2×5 : 5 heures
others = Les autres feuilles, telles qu’elles étaient au début de la journée :
others-over = Les autres feuilles :
trucks-key = 4 . x : valeur, vide, perdue   3/8 : cercle 3 sur 8   +20 : livré, paie 20
pays-key = (22) : paierait 22 par semaine au dernier cercle
# Au plus 8 de large, avec un rang de deux chiffres.
ranked-left = { $rank }. abd.
left = abandon
done = fini
turned-up = Déjà sorties ({ $count }) :
not-seen = Pas encore vues ({ $count }) :
none = aucune

# Le dessin. Les mots tiennent dans des cadres : qu’ils restent courts.
drawing = Flip Freighters : { $headline }
over = La partie est terminée
awaited = On attend : { $names }
your-turn = À vous de jouer
use-cards = Chaque carte sert une fois : charger, ou faire avancer.
day-is-over = Vous avez terminé la journée.
same-cards = Les trois cartes sont les mêmes pour tout le monde.
button-done = fini
button-restart = annuler
button-end-day = Finir la journée
button-anew = Refaire la journée
drawn-used = { $card }, jouée
drawn-hours-left = { $hours ->
    [one] encore { $hours } heure sup.
   *[other] encore { $hours } heures sup.
 }
drawn-week = sem. { $week }
drawn-so-far = à ce jour
drawn-hours = heures
drawn-hours-of = { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }
drawn-score = points
drawn-score-now = points
drawn-others = Les autres, au début du jour
drawn-others-over = Les autres
drawn-a-week = en tout, par semaine
drawn-brackets = (15) : à l’arrivée
drawn-sheet = { $whose ->
    [yours] Votre feuille
   *[other] { $name }
 }
drawn-playing = joue encore
drawn-ranked-left = { $rank }., abandon
drawn-done = fini ✓
drawn-unseen = Pas encore sorties, et combien de chaque ({ $count }, dont 7 ne viendront jamais)
jokers = ★ { $count ->
    [one] { $count } joker
   *[other] { $count } jokers
 }
deliver-title = livrer { $truck } à x1
circle-title = { $truck } en { $circle }
square-title = { $truck }, case { $square }
truck-called = { $truck ->
    [eq] le camion =
    [neq] le camion ≠
    [six_one] le camion 6-1
    [one_six] le camion 1-6
    [any] le camion libre
    [hearts] le camion des cœurs
    [clubs] le camion des trèfles
    [diamonds] le camion des carreaux
   *[spades] le camion des piques
 }
truck-takes = { $truck ->
    [eq] toutes égales
    [neq] toutes différentes
    [six_one] 6 d’abord, à droite
    [one_six] 1 d’abord, à droite
    [any] tout
    [hearts] cœurs
    [clubs] trèfles
    [diamonds] carreaux
   *[spades] piques
 }
pays-sum = la somme
pays-double = x1 : la somme, fin : le double

## Legal moves, in a few lines

choice-load = { $card } sur { $squares }
choice-load-as = { $card } comme { $values } sur { $squares }
choice-drive = { $card } fait avancer { $steps ->
    [one] d’un cercle
   *[other] de { $steps } cercles au plus
 } en tout ; au plus loin : { $drives }
choice-example = { $card } { $square }
choice-example-as = { $card } { $square } comme { $value }
choice-one = Écrivez une seule place par ligne, par exemple « { $load } ».
choice-hint = { $example } { $hours }
choice-hours = { $hours ->
    [one] Avec votre heure supplémentaire, une carte vaut 1 de plus ou de moins (« comme N »), ou fait un pas de plus.
   *[other] Avec vos { $hours } heures supplémentaires, une carte vaut jusqu’à { $hours } de plus ou de moins (« comme N »), ou fait jusqu’à { $hours } pas de plus.
 }
choice-done = fini (finit la journée)
choice-restart = recommencer (recommence la journée)

## Options

option-overtime-rule = Heures supplémentaires
option-overtime-rule-about = Ce que permet une heure supplémentaire.
option-overtime-rule-basic = Les heures changent la valeur
option-overtime-rule-basic-about = Une heure change de 1 la valeur d’une carte.
option-overtime-rule-suit-change = Les heures changent la valeur ou la couleur
option-overtime-rule-suit-change-about = Une heure change de 1 la valeur d’une carte, ou permet de la charger sur une case d’une autre couleur.
option-show-discard = Listes de cartes
option-show-discard-about = Si tout le monde peut consulter les cartes des jours clos et celles qui viennent encore.
option-show-discard-enabled = Avec les listes de cartes
option-show-discard-enabled-about = Les deux listes peuvent être consultées.
option-show-discard-disabled = Sans les listes de cartes
option-show-discard-disabled-about = Aucune des deux n’est montrée : il faut de la mémoire.
