### Textes de Ferry Follies.

and-the = { $others } et le { $card }
say-score = « marquer { $from } à { $to } »
say-decline = « renoncer »
say-or = { $others } ou { $move }

won = victoire
lost = défaite

summary = Un jeu de cartes en solitaire : formez des séries qui totalisent 19 et faites traverser plus de cartes qu’il n’en reste à quai.

## Cartes

head = { $card ->
    [7] Pose
    [9] Pose
    [13] Passif
    [17] Passif
    [18] Passif
   *[other] Défausse
}
text = { $card ->
    [1] remettre les cartes de la rangée dans l’ordre voulu.
    [2] échanger deux cartes de la rangée.
    [3] mettre une carte de la rangée sur la pioche.
    [4] mélanger une carte de la rangée à la pioche.
    [5] déplacer au milieu la carte d’un bout de la rangée.
    [6] mélanger deux cartes de la rangée à la pioche.
    [7] se joue n’importe où dans la rangée.
    [8] déplacer une carte de la rangée à l’un des bouts.
    [9] se joue comme 9 ou, à l’envers, comme 6.
    [10] échanger deux cartes valant 10 ou moins.
    [11] déplacer une carte de deux positions exactement.
    [12] mettre face cachée une carte de la rangée, qui vaut alors 1.
    [13] une série qui la contient peut totaliser 18 au lieu de 19.
    [14] défausser la carte au milieu de la rangée.
    [15] échanger deux cartes impaires.
    [16] échanger deux cartes paires.
    [17] se joue toujours au milieu de la rangée.
   *[18] compte double à la fin si elle a été marquée.
}
card = { $head } : { $text }

## Événements

dealt = La rangée est { $row }, et { $name } a en main le { $hand }.
drew = { $name } pioche le { $card }.
drew-last = { $name } pioche le { $card }, dernière carte de la pioche.
# Une place dans la rangée, comptée à partir de 1, de la gauche.
place = { $n ->
    [1] la 1re carte de la rangée
   *[other] la { $n }e carte de la rangée
 }
played = { $name } joue le { $card }, qui devient { $place }.
played-as = { $name } joue le { $card } comme un { $worth }, qui devient { $place }.
discarded = { $name } défausse le { $card }.
arranged = La rangée est remise en ordre : { $row }.
swapped = Le { $a } et le { $b } changent de place.
put-on-top = Le { $card } va sur la pioche.
into-empty-deck = Le { $cards } va dans la pioche vide.
shuffled-in = Le { $cards } { $count ->
    [one] est mélangé
   *[other] sont mélangés
} à la pioche.
moved = Le { $card } se déplace et devient { $place }.
stayed = Le { $card } reste { $place }.
turned-down = Le { $card } est mis face cachée et vaut 1.
discarded-from-row = Le { $card } va de la rangée à la défausse.
scored = { $name } marque la série { $sum } = { $total }.
scored-otherwise = { $name } marque la série { $sum } = { $total } (les cartes { $cards }).
choice-free = { $name } peut marquer { $sets ->
    [1] une série
   *[other] l’une des { $sets } séries
} ou y renoncer.
choice = { $name } doit marquer l’une des { $sets } séries.
declined = { $name } renonce à marquer.
left = { $name } quitte la partie.
ended = La partie est terminée : { $scored } pour le ferry, { $behind } à quai, score { $score } ; { $name } { $how ->
    [won] gagne
   *[lost] perd
}.

## Refus

must-choose = Faites d’abord votre choix parmi les séries : dites { $choices }.
nothing-to-choose = Il n’y a pas de série à choisir pour le moment : jouez ou défaussez une carte.
not-active = Ce jeu se joue en solitaire : personne d’autre n’y joue.
not-a-set = De { $from } à { $to }, il n’y a pas de série ; dites { $choices }.
must-score = Il faut marquer une série de 19 : dites { $choices }.
not-in-hand = Vous n’avez pas de { $card } en main, mais { $hand }.
not-in-row = Le { $card } n’est pas dans la rangée.
bad-place = Une carte jouée dans cette rangée prend une position de 0 à { $last }.
play-in-middle = Le 17 se joue au milieu de la rangée : en position { $places }.
play-at-end = Le { $card } se joue à un bout : en position { $places }.
no-ability = Le { $card } n’a pas de pouvoir : on ne peut que le jouer.
ability-unusable = Le { $card } demande { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} { $fit } dans la rangée.
fit-any = de valeur quelconque
fit-ten-or-less = valant 10 ou moins
fit-odd = de valeur impaire
fit-even = de valeur paire
middle-of-others = Le milieu des autres cartes est en position { $places }.
already-there = La carte en position { $index } est déjà au bout { $end ->
    [left] gauche
   *[right] droit
}.
out-of-row = Il n’y a pas de position deux crans à { $direction ->
    [left] gauche
   *[right] droite
} de la position { $index }.
middle-of-row = Le milieu de la rangée est en position { $places }.
something-else = Le pouvoir de la carte porte sur autre chose.
bad-order = L’ordre nomme une fois chaque position de 0 à { $last }.
bad-index = Il n’y a pas de position { $index } ici : elles vont de 0 à { $last }.
same-index = Nommez deux cartes différentes.
wrong-worth = On échange ici deux cartes { $fit }, et la carte en position { $index } vaut { $worth }.

what-move = le genre de coup
what-discard = la carte à défausser
which-set = Dites quelle série, par les positions de sa première et de sa dernière carte, comme dans : marquer 1 à 3.
not-neighbours = Le { $one } et le { $other } ne sont pas voisins : dites la position, comme dans « à 2 ».
place-unread = « { $word } » n’est pas une position. Dites un nombre de 0 à { $last }, gauche, droite ou milieu.
what-from = la position de la carte la plus à gauche de la série
what-to = la position de la carte la plus à droite de la série
what-play = la carte à jouer
what-worth = ce que vaut le 9
what-order = la position actuelle d’une carte
what-first = la position de la première carte
what-second = la position de la seconde carte
what-end = le bout de la rangée
what-direction = la direction
what-index = la position dans la rangée
what-index-or-side = la position dans la rangée (ou gauche, ou droite)
what-place = la position
say-nine = Dites comment poser le 9 : « jouer 9 comme 9 … » ou « jouer 9 comme 6 … ».
only-nine = Seul le 9 se joue « comme » un nombre.
nine-or-six = Le 9 se joue comme 9 ou comme 6.
name-order = Donnez l’ancienne position de chaque carte de la nouvelle rangée : « défausser 1 ordre 2 0 1 ».
two-middles = La rangée a deux milieux : au lieu de « milieu », dites { $one } ou { $other }.
no-middle = Dites « gauche », « droite » ou la position dans la rangée.

## Plateaux

act = À { $name } de jouer ou de défausser une carte.
act-final = À { $name } de jouer ou de défausser sa dernière carte.
may-choose = { $name } peut marquer une série ou y renoncer.
choose = À { $name } de choisir la série à marquer.
over-left = { $name } a quitté la partie, qui est terminée.
over-won = La partie est terminée : { $name } a gagné.
over-lost = La partie est terminée : { $name } a perdu.

row-empty = La rangée est vide.
row = La rangée, de gauche à droite :
row-card = carte
row-index = position
lies-down = { $card } est face cachée et vaut 1.
upside-down = { $card } est le 9 à l’envers et vaut 6.
choices = Au choix :
choice-set = { $move } : { $sum } = { $total }
hand = Main :
cards = { $count ->
    [0] vide
    [one] { $count } carte
   *[other] { $count } cartes
}
deck = Pioche : { $count }
deck-open = Pioche : { $count }, de haut en bas { $cards }
deck-top = Pioche : { $count }, le { $card } au-dessus
discard-pile = Défaussées : { $cards }
scored-pile = Marquées : { $cards }
no-cards = aucune
ferried = { $count ->
    [one] { $count } passée
   *[other] { $count } passées
}
ferried-double = { $count ->
    [one] { $count } passée
   *[other] { $count } passées
} (le 18 compte double)
score = Score : { $ferried } − { $behind } à quai = { $score }
score-now = Score à ce stade : { $ferried } − { $behind } à quai = { $score }

## Dessins

title = Ferry Follies : { $headline }
head-act = { $whose ->
    [yours] Jouez ou défaussez
   *[other] { $name } joue ou défausse
 }
head-act-final = { $whose ->
    [yours] Voici votre dernière carte
   *[other] { $name } a sa dernière carte
 }
head-may-choose = { $whose ->
    [yours] Vous pouvez marquer
   *[other] { $name } peut marquer
 }
head-choose = { $whose ->
    [yours] Choisissez une série
   *[other] { $name } choisit une série
 }
head-left = { $whose ->
    [yours] Vous avez quitté
   *[other] { $name } a quitté
 }
head-won = { $whose ->
    [yours] Vous avez gagné
   *[other] { $name } a gagné
 }
head-lost = { $whose ->
    [yours] Vous avez perdu
   *[other] { $name } a perdu
 }
detail-goal = Des cartes voisines qui font 19 remplissent le ferry.
detail-final = À jouer ou à défausser.
detail-may-choose = On peut renoncer à une série de 18 avec le 13.
detail-over = La partie est terminée : { $scored } pour le ferry, { $behind } à quai.
final-score = score final
score-so-far = à ce stade
mark-down = le { $card }
score-none = ne rien marquer
hand-title = Main
nothing-crossed = Rien n’a encore traversé.
crossed = { $count ->
    [one] { $count } passée
   *[other] { $count } passées
}
crossed-double = { $count ->
    [one] { $count } passée
   *[other] { $count } passées
}, le 18 compte double
behind = { $count } à quai
behind-so-far = { $count } encore à quai
deck-title = Pioche
on-top = dessus, le { $card }
discard-title = Défausse
discard-empty = vide
