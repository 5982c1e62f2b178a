### Texte von That's Life!

summary = Würfle und ziehe deine Figuren: Wer ein Plättchen zuletzt verlässt, muss es nehmen, ob gut oder schlecht.

## Ereignisse

dealt = Die Strecke liegt, von Start bis Ziel: { $track }. Alle haben { $pawns } Figuren auf dem Start.
dealt-guards = Die Strecke liegt, von Start bis Ziel: { $track }. Alle haben { $pawns } Figuren auf dem Start, und Wächter stehen auf den Glücksplättchen, der +7 und der +8.
rolled = { $name } würfelt eine { $die }.
pawn-moved = { $name } zieht eine Figur { $from } { $to }.
guard-moved = { $name } zieht einen Wächter { $from } { $to }.
collected = { $name } nimmt { $tile }.
target-due = { $action ->
    [gift] Durch das Plättchen Geben muss { $name } ein Plättchen an { $others } geben.
   *[steal] Durch das Plättchen Klauen muss { $name } ein Plättchen von { $others } klauen.
 }
tile-moved = { $action ->
    [gift] Durch das Plättchen Geben gibt { $giver } { $tile } an { $receiver }.
   *[steal] Durch das Plättchen Klauen klaut { $receiver } { $tile } von { $giver }.
 }
nothing-moved = { $action ->
    [gift] Durch das Plättchen Geben müsste { $name } ein Plättchen geben, aber es gibt nichts zu geben oder niemanden dafür.
   *[steal] Durch das Plättchen Klauen müsste { $name } ein Plättchen klauen, aber niemand hat eines.
 }
turned-over = { $face ->
    [gift] Das Aktionsplättchen wird umgedreht und zeigt jetzt Geben.
   *[steal] Das Aktionsplättchen wird umgedreht und zeigt jetzt Klauen.
 }
left = { $name } verlässt die Partie, und die Figuren kommen ins Ziel.
ended = Die Partie ist zu Ende: { $places }.

## Ablehnungen

legal-none = Es lässt sich nichts mehr spielen.
legal-choose = Du kannst { $names } wählen.
choose-player = wählen { $name }
no-target = Diese Person kommt nicht in Frage. { $legal }
target-missing = Sag, wen du auswählst. { $legal }
target-unread = „{ $word }“ nennt niemanden, den du auswählen kannst. { $legal }
no-own-pawn = Auf { $tile } steht keine deiner Figuren. { $legal }
no-guards = Diese Partie wird ohne Wächter gespielt. { $legal }
no-guard-there = Auf { $tile } steht kein Wächter. { $legal }
guard-alone = Neben dem Wächter auf { $tile } steht keine Figur. { $legal }
tile-gone = { $tile } liegt nicht mehr auf der Strecke oder lag nie dort. { $legal }
no-such-tile = Dieses Plättchen gibt es nicht. { $legal }
no-such-move = „{ $word }“ ist kein Zug. { $legal }
at-the-finish = Was im Ziel ist, bleibt dort. { $legal }
say-from-where = Sag, welches Plättchen verlassen wird. { $legal }
ambiguous-tile = „{ $word }“ kann mehrere Plättchen meinen: { $tiles }.
leads-elsewhere = Eine { $die } führt von { $from } nach { $to }, nicht nach { $word }.

## Plättchen

lucky = Glück
tile = { $kind ->
    [start] den Start
    [lucky] ein Glücksplättchen
    [action] ein Aktionsplättchen
    [finish] das Ziel
   *[number] die { $points }
 }
from-tile = { $kind ->
    [start] vom Start
    [lucky] von einem Glücksplättchen
    [action] von einem Aktionsplättchen
    [finish] vom Ziel
   *[number] von der { $points }
 }
to-tile = { $kind ->
    [start] auf den Start
    [lucky] auf ein Glücksplättchen
    [action] auf ein Aktionsplättchen
    [finish] ins Ziel
   *[number] auf die { $points }
 }
tile-told = { $tile } ({ $worth })
face = { $face ->
    [gift] Geben
   *[steal] Klauen
 }

## Bretter

head-roll = That's Life! { $name } ist dran: würfeln.
head-move = That's Life! { $name } ist dran: ziehen, der Würfel zeigt { $die }.
head-target = That's Life! { $name } ist dran: jemanden auswählen.
head-over = That's Life! Die Partie ist zu Ende.
track-heading = Strecke, Schritt für Schritt: Plättchen, was es ist, wer dort steht
guards = { $n ->
    [one] Wächter
   *[other] Wächter x{ $n }
 }
towers-heading = { $scoring ->
    [basic] Stapel, von unten nach oben, in einfacher Wertung
   *[expert] Stapel, von unten nach oben, in Expertenwertung
 }
seat-points = { $points ->
    [one] { $name }: { $points } Punkt
   *[other] { $name }: { $points } Punkte
 }
rank = Rang { $rank }
lucky-tiles = { $n ->
    [one] 1 Glücksplättchen
   *[other] { $n } Glücksplättchen
 }
has-left = ausgestiegen
no-tiles = keine Plättchen
lucky-turned = { $scoring ->
    [basic] Glücksplättchen machen je ein Minusplättchen zu Plus, das schlechteste zuerst.
   *[expert] Jedes Glücksplättchen hat das Plättchen direkt unter ihm umgedreht.
 }
can-play = { $name } kann spielen
gives = gibt { $tile } an { $name }
steals = klaut { $tile } von { $name }
goes = geht { $to }
goes-and-takes = geht { $to } und nimmt { $tile }
goes-and-gives = geht { $to } und gibt ein Plättchen
goes-and-steals = geht { $to } und klaut ein Plättchen
goes-with-nothing = { $action ->
    [gift] geht { $to }, ohne etwas zu geben
   *[steal] geht { $to }, ohne etwas zu klauen
 }

## Bilder

won = { $n ->
    [one] { $names } gewinnt
   *[other] { $names } teilen sich den Sieg
 }
over-points = { $points ->
    [one] Die Partie ist zu Ende; { $points } Punkt.
   *[other] Die Partie ist zu Ende; { $points } Punkte.
 }
drawn-can-play = { $whose ->
    [yours] Du kannst spielen
   *[other] { $name } kann spielen
 }
tower-of = { $whose ->
    [yours] Du
   *[other] { $name }
 }
title-roll = { $whose ->
    [yours] Du bist dran: würfeln
   *[other] { $name } ist dran: würfeln
 }
title-move = { $whose ->
    [yours] Du bist dran: { $die ->
        [one] 1 Feld
       *[other] { $die } Felder
    } ziehen
   *[other] { $name } ist dran: { $die ->
        [one] 1 Feld
       *[other] { $die } Felder
    } ziehen
 }
title-target = { $whose ->
    [yours] Du bist dran: jemanden auswählen
   *[other] { $name } ist dran: jemanden auswählen
 }
detail-roll = Wer zuletzt geht, nimmt das Plättchen, ob gut oder schlecht.
detail-move = Der Würfel zeigt { $die }. Wer zuletzt geht, nimmt das Plättchen.
detail-target = { $action ->
    [gift] Wem das oberste Plättchen geben?
   *[steal] Wem das oberste Plättchen klauen?
 }
lucky-turns = { $scoring ->
    [basic] Jedes Glücksplättchen ♣ macht das schlechteste Minusplättchen im Stapel zu Plus.
   *[expert] Jedes Glücksplättchen ♣ macht das Plättchen unter ihm zu seinem Gegenteil.
 }
start = Start
finish = Ziel
guards-here = Wächter ×{ $n }
to = { $to }
to-takes = { $to }, nimmt { $points }
to-takes-lucky = { $to }, nimmt Glücksplättchen
to-gives = { $to }, gibt ein Plättchen
to-steals = { $to }, klaut ein Plättchen
to-nothing = { $action ->
    [gift] { $to }, nichts zu geben
   *[steal] { $to }, nichts zu klauen
 }
no-tiles-yet = noch leer
step-at = Feld { $step }
leads = führt
on-the-way = { $n ->
    [0] alle Figuren im Ziel
    [one] 1 Figur unterwegs
   *[other] { $n } Figuren unterwegs
 }

## Anweisungen

order-how = Schreib „figuren hinten“, „figuren vorn“, „figuren von m9b“ oder „figuren auf p8“, mit dem Kürzel eines Plättchens der Strecke.
order-back = deine hinterste Figur ziehen
order-front = deine vorderste Figur ziehen
order-from = eine Figur von diesem Plättchen wegziehen, wenn eine von dir darauf steht
order-onto = eine Figur auf dieses Plättchen ziehen, wenn der Wurf dorthin führt

## Optionen

option-sorting = Reihenfolge der Plättchen
option-sorting-about = Wie die 32 Plättchen, die man nehmen kann, auf der Strecke liegen.
option-sorting-random = Gemischte Plättchen
option-sorting-random-about = Jede Partie hat ihre eigene Reihenfolge.
option-sorting-standard = Feste Reihenfolge, Glücksplättchen früh
option-sorting-standard-about = −1 bis −8, sechs Glücksplättchen, +8 hinab bis +1, dann −1 bis −10.
option-sorting-variant1 = Feste Reihenfolge, Glücksplättchen spät
option-sorting-variant1-about = −1 bis −8, +1 bis +8, sechs Glücksplättchen, dann −1 bis −10.
option-sorting-variant2 = Feste Reihenfolge, Glücksplättchen zuletzt
option-sorting-variant2-about = −1 bis −8, +1 bis +8, −1 bis −10, dann sechs Glücksplättchen.
option-action-tiles = Aktionsplättchen
option-action-tiles-about = Ob auf der Strecke vier Plättchen liegen, auf denen ein Plättchen verschenkt oder klaut, wer sie zuletzt verlässt.
option-action-tiles-true = Mit Aktionsplättchen
option-action-tiles-true-about = Vier davon liegen auf der Strecke.
option-action-tiles-false = Ohne Aktionsplättchen
option-action-tiles-false-about = Alle Plättchen zwischen Start und Ziel kann man nehmen.
option-guards = Wächter
option-guards-about = Ob acht neutrale Wächter auf den Glücksplättchen und auf +7 und +8 stehen.
option-guards-true = Mit Wächtern
option-guards-true-about = Kein Plättchen wird genommen, solange ein Wächter darauf steht.
option-guards-false = Ohne Wächter
option-guards-false-about = Auf den Plättchen stehen nur Figuren.
option-scoring = Glücksplättchen
option-scoring-about = Was die Glücksplättchen eines Stapels am Ende bewirken.
option-scoring-basic = Glücksplättchen drehen das schlechteste um
option-scoring-basic-about = Jedes macht aus dem schlechtesten Minusplättchen, das im Stapel übrig ist, ein Plusplättchen.
option-scoring-expert = Glücksplättchen drehen das darunter um
option-scoring-expert-about = Jedes kehrt das Plättchen direkt darunter im Stapel ins Gegenteil.
option-pawns = Figuren
option-pawns-about = Wie viele Figuren jede Person hat.
option-pawns-3 = Je 3 Figuren
option-pawns-3-about = Egal wie viele mitspielen.
option-pawns-auto = Je 3 Figuren, zu fünft oder zu sechst je 2
option-pawns-auto-about = Wie in der gedruckten Regel.
option-pawns-2 = Je 2 Figuren
option-pawns-2-about = Eine kurze Partie.
