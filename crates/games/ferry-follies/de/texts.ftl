### Texte von Ferry Follies.

and-the = { $others } und die { $card }
say-score = „werte { $from } bis { $to }“
say-decline = „verzichten“
say-or = { $others } oder { $move }

won = gewonnen
lost = verloren

summary = Ein Kartenspiel für eine Person: Bilde Sätze aus Nachbarn, die 19 ergeben, und setze mehr Karten über, als zurückbleiben.

## Karten

head = { $card ->
    [7] Spielen
    [9] Spielen
    [13] Passiv
    [17] Passiv
    [18] Passiv
   *[other] Ablegen
}
text = { $card ->
    [1] die Karten der Reihe beliebig ordnen.
    [2] zwei Karten der Reihe vertauschen.
    [3] eine Karte der Reihe oben auf den Stapel legen.
    [4] eine Karte der Reihe in den Stapel mischen.
    [5] die Karte an einem Ende der Reihe in die Mitte legen.
    [6] zwei Karten der Reihe in den Stapel mischen.
    [7] passt überall in die Reihe.
    [8] eine Karte der Reihe an ein Ende legen.
    [9] liegt aufrecht als 9 oder kopfüber als 6.
    [10] zwei Karten mit Wert bis 10 vertauschen.
    [11] eine Karte um genau zwei Stellen versetzen.
    [12] eine Karte der Reihe verdecken; sie ist dann 1 wert.
    [13] ein Satz mit ihr darf auch 18 statt 19 ergeben.
    [14] die Karte in der Mitte der Reihe ablegen.
    [15] zwei ungerade Karten vertauschen.
    [16] zwei gerade Karten vertauschen.
    [17] wird nur in die Mitte der Reihe gespielt.
   *[18] zählt am Ende doppelt, wenn sie gewertet ist.
}
card = { $head }: { $text }

## Ereignisse

dealt = Die Reihe ist { $row }, und { $name } hat die { $hand } auf der Hand.
drew = { $name } zieht die { $card }.
drew-last = { $name } zieht die { $card }, die letzte vom Stapel.
# Ein Platz in der Reihe, von 1 an von links gezählt.
place = { $n ->
    [1] 1. Karte der Reihe
   *[other] { $n }. Karte der Reihe
 }
played = { $name } spielt die { $card } als { $place }.
played-as = { $name } spielt die { $card } als { $worth }, als { $place }.
discarded = { $name } legt die { $card } ab.
arranged = Die Reihe ist neu geordnet: { $row }.
swapped = Die { $a } und die { $b } tauschen die Plätze.
put-on-top = Die { $card } kommt oben auf den Stapel.
into-empty-deck = Die { $cards } kommt in den leeren Stapel.
shuffled-in = Die { $cards } { $count ->
    [one] wird
   *[other] werden
} in den Stapel gemischt.
moved = Die { $card } wandert und ist jetzt die { $place }.
stayed = Die { $card } bleibt die { $place }.
turned-down = Die { $card } wird verdeckt und ist 1 wert.
discarded-from-row = Die { $card } kommt aus der Reihe auf die Ablage.
scored = { $name } wertet { $sum } = { $total }.
scored-otherwise = { $name } wertet { $sum } = { $total } (die Karten { $cards }).
choice-free = { $name } darf { $sets ->
    [1] einen Satz
   *[other] einen von { $sets } Sätzen
} werten oder verzichten.
choice = { $name } muss einen von { $sets } Sätzen werten.
declined = { $name } verzichtet.
left = { $name } verlässt die Partie.
ended = Die Partie ist zu Ende: { $scored } für die Fähre, { $behind } zurückgeblieben, Wertung { $score }; { $name } { $how ->
    [won] gewinnt
   *[lost] verliert
}.

## Ablehnungen

must-choose = Entscheide zuerst über die Sätze: Sag { $choices }.
nothing-to-choose = Jetzt ist über keinen Satz zu entscheiden: Spiele eine Karte oder lege eine ab.
not-active = Das ist ein Spiel für eine Person: Sonst spielt hier niemand.
not-a-set = { $from } bis { $to } ist kein Satz; sag { $choices }.
must-score = Ein Satz mit 19 muss gewertet werden: Sag { $choices }.
not-in-hand = Du hast keine { $card } auf der Hand, sondern { $hand }.
not-in-row = Die { $card } liegt nicht in der Reihe.
bad-place = Eine Karte, die in diese Reihe gespielt wird, liegt an Stelle 0 bis { $last }.
play-in-middle = Die 17 wird in die Mitte der Reihe gespielt: an Stelle { $places }.
play-at-end = Die { $card } wird an ein Ende gespielt: an Stelle { $places }.
no-ability = Die { $card } hat keine Fähigkeit: Sie kann nur gespielt werden.
ability-unusable = Die { $card } braucht in der Reihe { $count ->
    [one] eine Karte
   *[other] { $count } Karten
} { $fit }.
fit-any = mit beliebigem Wert
fit-ten-or-less = mit Wert bis 10
fit-odd = mit ungeradem Wert
fit-even = mit geradem Wert
middle-of-others = Die Mitte der anderen Karten ist an Stelle { $places }.
already-there = Die Karte an Stelle { $index } liegt schon am { $end ->
    [left] linken
   *[right] rechten
} Ende.
out-of-row = Zwei Stellen { $direction ->
    [left] links
   *[right] rechts
} von Stelle { $index } ist die Reihe zu Ende.
middle-of-row = Die Mitte der Reihe ist an Stelle { $places }.
something-else = Die Fähigkeit der Karte wirkt auf etwas anderes.
bad-order = Die Ordnung nennt jede Stelle von 0 bis { $last } einmal.
bad-index = Die Stelle { $index } gibt es hier nicht: Sie gehen von 0 bis { $last }.
same-index = Nenne zwei verschiedene Karten.
wrong-worth = Hier tauschen zwei Karten { $fit }, und die Karte an Stelle { $index } ist { $worth } wert.

what-move = Zug
what-discard = die Karte, die du ablegst
which-set = Sag, welcher Satz, mit den Stellen seiner ersten und seiner letzten Karte, wie in: werten 1 bis 3.
not-neighbours = Die { $one } und die { $other } liegen nicht nebeneinander: Sag die Stelle, wie in „an 2“.
place-unread = „{ $word }“ ist keine Stelle. Sag eine Zahl von 0 bis { $last }, links, rechts oder mitte.
what-from = die Stelle der Karte ganz links im Satz
what-to = die Stelle der Karte ganz rechts im Satz
what-play = die Karte, die du spielst
what-worth = als was die 9 gespielt wird
what-order = die Stelle, an der eine Karte jetzt liegt
what-first = die Stelle der ersten Karte
what-second = die Stelle der zweiten Karte
what-end = das Ende der Reihe
what-direction = die Richtung
what-index = die Stelle in der Reihe
what-index-or-side = die Stelle in der Reihe (oder links, oder rechts)
what-place = die Stelle
say-nine = Sag, wie die 9 liegen soll: „spiele 9 als 9 …“ oder „spiele 9 als 6 …“.
only-nine = Nur die 9 wird „als“ eine Zahl gespielt.
nine-or-six = Die 9 wird als 9 oder als 6 gespielt.
name-order = Nenne die alte Stelle jeder Karte der neuen Reihe: „ablegen 1 ordnung 2 0 1“.
two-middles = Die Reihe hat zwei Mitten: Sag statt „mitte“ { $one } oder { $other }.
no-middle = Sag „links“, „rechts“ oder die Stelle in der Reihe.

## Bretter

act = { $name } muss eine Karte spielen oder ablegen.
act-final = { $name } muss die letzte Karte spielen oder ablegen.
may-choose = { $name } darf einen Satz werten oder verzichten.
choose = { $name } muss einen Satz zum Werten wählen.
over-left = { $name } hat die Partie verlassen. Sie ist zu Ende.
over-won = Die Partie ist zu Ende: { $name } hat gewonnen.
over-lost = Die Partie ist zu Ende: { $name } hat verloren.

row-empty = Die Reihe ist leer.
row = Die Reihe, von links nach rechts:
row-card = Karte
row-index = Stelle
lies-down = { $card } liegt verdeckt und ist 1 wert.
upside-down = { $card } ist die 9 kopfüber und 6 wert.
choices = Zur Wahl:
choice-set = { $move }: { $sum } = { $total }
hand = Hand:
cards = { $count ->
    [0] leer
    [one] { $count } Karte
   *[other] { $count } Karten
}
deck = Stapel: { $count }
deck-open = Stapel: { $count }, von oben { $cards }
deck-top = Stapel: { $count }, oben die { $card }
discard-pile = Abgelegt: { $cards }
scored-pile = Gewertet: { $cards }
no-cards = keine
ferried = { $count } übergesetzt
ferried-double = { $count } übergesetzt (die 18 zählt doppelt)
score = Wertung: { $ferried } − { $behind } zurückgeblieben = { $score }
score-now = Wertung jetzt: { $ferried } − { $behind } zurückgeblieben = { $score }

## Bilder

title = Ferry Follies: { $headline }
head-act = { $whose ->
    [yours] Karte spielen oder ablegen
   *[other] { $name } spielt oder legt ab
 }
head-act-final = { $whose ->
    [yours] Du hast die letzte Karte
   *[other] { $name } hat die letzte Karte
 }
head-may-choose = { $whose ->
    [yours] Du darfst werten
   *[other] { $name } darf werten
 }
head-choose = { $whose ->
    [yours] Wähle einen Satz
   *[other] { $name } wählt einen Satz
 }
head-left = { $whose ->
    [yours] Du hast aufgehört
   *[other] { $name } ist weg
 }
head-won = { $whose ->
    [yours] Du hast gewonnen
   *[other] { $name } hat gewonnen
 }
head-lost = { $whose ->
    [yours] Du hast verloren
   *[other] { $name } hat verloren
 }
detail-goal = Nachbarn, die 19 ergeben, füllen die Fähre.
detail-final = Spiele sie oder lege sie ab.
detail-may-choose = Ein Satz mit 18 und der 13 ist freiwillig.
detail-over = Die Partie ist zu Ende: { $scored } für die Fähre, { $behind } zurück.
final-score = Endwertung
score-so-far = Stand jetzt
mark-down = die { $card }
score-none = nichts werten
hand-title = Hand
nothing-crossed = Noch ist nichts drüben.
crossed = { $count } drüben
crossed-double = { $count } drüben, die 18 zählt doppelt
behind = { $count } zurück
behind-so-far = { $count } noch nicht drüben
deck-title = Stapel
on-top = oben die { $card }
discard-title = Ablage
discard-empty = leer
