### Texte von Flip Freighters. Ereignisse nennen Lastwagen, Felder und Karten in Worten, andere Texte in der Notation.

summary = Belade Lastwagen und fahre sie ans Ziel, alle mit denselben drei Karten am Tag; wer früh liefert, wird öfter bezahlt.

## Ereignisse

day-opened = Woche { $week }, Tag { $day }: Es gibt { $cards }.
loaded = { $name } lädt { $card } als { $value } { $place }{ $overtime }.
moved = { $name } benutzt { $card } und fährt { $trips }{ $overtime }.
day-ended = { $name } beendet den Tag.
day-restarted = { $name } beginnt den Tag neu.
left-game = { $name } verlässt die Partie.
used-none = { $name } hat keine Karte benutzt; der Stand ist { $score }.
used-loads = { $name } hat { $loads } geladen{ $overtime }; der Stand ist { $score }.
used-trips = { $name } hat { $trips } gefahren{ $overtime }; der Stand ist { $score }.
used-both = { $name } hat { $loads } geladen und { $trips } gefahren{ $overtime }; der Stand ist { $score }.
week-closed = Woche { $week } zahlt: { $scores }.
ended = Die Partie ist zu Ende: { $places }.
ended-alone = Die Partie ist zu Ende: { $name } hat { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
 } und { $stars }.
# Was an einem Satz über Karten hängt.
overtime = { $hours ->
    [0] {""}
    [one] , mit 1 Überstunde
   *[other] , mit { $hours } Überstunden
 }
load = eine { $value } { $place }
trip = { $lorry } bis Kreis { $circle }
trip-delivered = { $lorry } bis Kreis { $circle } (liefert für { $pay })
a-joker = einen Joker
on-square = { $n ->
    [1] auf das erste Feld { $of }
    [2] auf das zweite Feld { $of }
    [3] auf das dritte Feld { $of }
    [4] auf das vierte Feld { $of }
    [5] auf das fünfte Feld { $of }
   *[6] auf das sechste Feld { $of }
 }
of-truck = { $which ->
    [eq] des Wagens =
    [neq] des Wagens ≠
    [six_one] des Wagens 6-1
    [one_six] des Wagens 1-6
    [any] des Wagens für alles
    [hearts] des Herz-Wagens
    [clubs] des Kreuz-Wagens
    [diamonds] des Karo-Wagens
   *[spades] des Pik-Wagens
 }
the-truck = { $which ->
    [eq] den Wagen =
    [neq] den Wagen ≠
    [six_one] den Wagen 6-1
    [one_six] den Wagen 1-6
    [any] den Wagen für alles
    [hearts] den Herz-Wagen
    [clubs] den Kreuz-Wagen
    [diamonds] den Karo-Wagen
   *[spades] den Pik-Wagen
 }
stars = { $stars ->
    [0] keine Sterne
    [one] 1 Stern
   *[other] { $stars } Sterne
 }

## Ablehnungen

gone = Du spielst in dieser Partie nicht mehr mit.
day-is-ended = Du hast den Tag beendet. Spiele „neustart“, um ihn zurückzunehmen, solange andere noch spielen.
unknown-card = { $card } liegt nicht offen. { $hint }
card-already-used = Du hast { $card } heute schon benutzt. { $hint }
no-such-truck = Diesen Lastwagen gibt es nicht. Die Lastwagen sind { $trucks }.
unknown-square = Die Felder von { $truck } sind { $truck }.0 bis { $truck }.{ $last }, von links gezählt.
square-occupied = { $square } ist schon belegt. { $hint }
truck-departed = { $truck } ist schon losgefahren und wird nicht mehr beladen. { $hint }
value-out-of-range = Ein Wert geht von 1 bis { $most }.
suit-mismatch = { $suit ->
    [spades] Auf { $square } passt nur Pik oder ein Joker.
    [hearts] Auf { $square } passt nur Herz oder ein Joker.
    [diamonds] Auf { $square } passt nur Karo oder ein Joker.
   *[clubs] Auf { $square } passt nur Kreuz oder ein Joker.
 }
any-suit = Auf { $square } passt jede Farbe.
printed-value = Auf { $square } passt nur eine { $value }: Mit „als { $value }“ zahlst du die Stunden dafür.
printed-value-only = { $square } nimmt genau eine { $value }, und deine Überstunden reichen dafür nicht.
any-value = Auf { $square } passt jeder Wert.
square-skipped = { $truck } wird von rechts nach links gefüllt, und ein übersprungenes Feld ist verloren. { $hint }
must-be-same = Alle Werte auf { $truck } sind { $same }, eine { $value } passt also nicht.
all-same = Alle Werte auf { $truck } sind gleich.
must-be-different = Alle Werte auf { $truck } sind verschieden, und eine { $value } ist schon da.
empty-move = Sag, welcher Lastwagen fährt und bis wohin: „5H herz>3“. { $hint }
duplicate-truck = { $truck } ist zweimal genannt: Nenne es einmal, mit dem weitesten Kreis.
truck-delivered = { $truck } hat geliefert und bleibt stehen. { $hint }
truck-empty = { $truck } ist leer, und nur beladene Lastwagen fahren. { $hint }
bad-target = { $truck } kann auf die Kreise { $from } bis { $last } fahren.
bad-target-last = { $truck } kann nur noch auf Kreis { $last } fahren.
not-a-stop = { $truck } liefert nur auf Kreis { $last }.
not-a-stop-x1 = { $truck } liefert nur auf Kreis { $first } oder { $last }.
too-few-hours = Das kostet { $cost ->
    [one] 1 Stunde
   *[other] { $cost } Stunden
 }, und du hast { $hours ->
    [0] keine mehr
    [one] noch 1 Stunde
   *[other] noch { $hours } Stunden
 }.
too-few-steps = Das kostet { $cost ->
    [one] 1 Stunde
   *[other] { $cost } Stunden
 }, und du hast { $hours ->
    [0] keine mehr
    [one] noch 1 Stunde
   *[other] noch { $hours } Stunden
 }: Höchstens { $steps ->
    [one] 1 Schritt ist
   *[other] { $steps } Schritte sind
 } möglich.

help = Schreib „5H herz.2“ zum Laden, „5H herz>3“ zum Fahren, „fertig“ oder „neustart“.
help-cards = Schreib „5H herz.2“ zum Laden, „5H herz>3“ zum Fahren, „fertig“ oder „neustart“. { $hint }
move-or-card = ein Zug oder eine Karte
card-missing = Sag, welche Karte. { $hint }
card-unread = „{ $word }“ ist keine Karte. { $hint }
truck-missing = Sag, welcher Lastwagen: { $trucks }.
truck-unread = „{ $word }“ ist kein Lastwagen. Die Lastwagen sind { $trucks }.
square-missing = Sag, welches Feld von { $truck }: { $truck }.0 bis { $truck }.{ $last }, von links gezählt.
square-unread = „{ $word }“ ist kein Feld von { $truck }.
value-missing = Ein Joker wird mit einem Wert deiner Wahl geladen: Schreib „als 6“ dazu.
value-left-out = Sag, welcher Wert hinter „als“ kommt, wie in „als 6“.
value-unread = „{ $word }“ ist kein Wert: Ein Wert geht von 1 bis { $most }, wie in „als 6“.
one-card = Ein Zug benutzt eine Karte: Setze „{ $word }“ in eine eigene Zeile oder „;“ davor.
circle-missing = Sag, bis zu welchem Kreis { $truck } fährt: „{ $truck }>3“.
circle-unread = „{ $word }“ ist kein Kreis von { $truck }.

# Hinweise: Sätze am Ende einer Ablehnung.
unused = Du kannst noch { $cards } benutzen.
all-used = Du hast alle Karten des Tages benutzt: Spiele „fertig“ oder „neustart“.
at-start = { $count ->
    [0] Kein Lastwagen steht mehr am Start.
    [one] Noch am Start steht { $trucks }.
   *[other] Noch am Start stehen { $trucks }.
 }
ready = { $count ->
    [0] Kein Lastwagen kann fahren.
    [one] Fahren kann { $trucks }.
   *[other] Fahren können { $trucks }.
 }
open-squares = Freie Felder: { $squares }.
no-open-square = Auf { $truck } kann nichts mehr geladen werden.

## Bretter

week-day = Woche { $week } von 3, Tag { $day } von 5
headline = { $today }; noch dran: { $names }.
headline-over = Die Partie ist zu Ende: { $result }
won = { $count ->
    [one] { $names } gewinnt.
   *[other] { $names } teilen sich den ersten Platz.
 }
won-alone = { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
 }, { $stars }.
suit-change = Eine Überstunde kann auch die Farbe einer Karte ändern.

# Das Brett als Text. Die Spalten haben feste Breiten: Lastwagen 10, Feld 6, steht auf 10; Name 17, die
# anderen der Punkte 7.
cards-of-day = Karten des Tages: { $cards }
card-used = { $card } (benutzt)
sheet = { $name }: Stand { $score }, { $hours ->
    [0] keine Überstunden
    [one] 1 Überstunde
   *[other] { $hours } Überstunden
 }, { $delivered ->
    [one] 1 Lastwagen
   *[other] { $delivered } Lastwagen
 } am Ziel
sheet-over = { $name }: { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
 }, { $hours ->
    [0] keine Überstunden
    [one] 1 Überstunde
   *[other] { $hours } Überstunden
 }, { $delivered ->
    [one] 1 Lastwagen
   *[other] { $delivered } Lastwagen
 } am Ziel
column-truck = Lastwagen
column-square = Feld
column-stands = steht auf
column-pays = pro Woche
column-player = Name
column-score = Stand
column-week = Woche { $week }
column-hours = Stunden
column-home = am Ziel
at-start-of = Start / { $last }
at-stop = { $circle }, am Ziel
at-circle = { $circle } / { $last }
squares-key = S H D C: für ♠ ♥ ♦ ♣   (4): für eine 4   x: verloren   .: für alles
scores-key = (20): endete die Woche jetzt (andere: am Tagesanfang)   2×5: 5 Stunden
others = Die anderen Bögen, wie sie am Anfang des Tages waren:
others-over = Die anderen Bögen:
trucks-key = 4 . x: Ware, leer, verloren   3/8: Kreis 3 von 8   +20: am Ziel, zahlt 20
pays-key = (22): würde auf dem letzten Kreis 22 pro Woche zahlen
# Höchstens 8 breit, mit einem Rang aus zwei Ziffern.
ranked-left = { $rank }. raus
left = raus
done = fertig
turned-up = Schon aufgedeckt ({ $count }):
not-seen = Noch nicht gesehen ({ $count }):
none = keine

# Die Zeichnung. Die Wörter stehen in Kästen: Sie sollen kurz bleiben.
drawing = Flip Freighters: { $headline }
over = Die Partie ist zu Ende
awaited = Noch dran: { $names }
your-turn = Du bist dran
use-cards = Jede Karte einmal: ein Feld laden oder fahren.
day-is-over = Du hast den Tag beendet.
same-cards = Alle benutzen dieselben drei Karten.
button-done = fertig
button-restart = zurück
button-end-day = Tag beenden
button-anew = Tag neu beginnen
drawn-used = { $card }, weg
drawn-hours-left = { $hours ->
    [one] noch 1 Überstunde
   *[other] noch { $hours } Überstunden
 }
drawn-week = Woche { $week }
drawn-so-far = bisher
drawn-hours = Stunden
drawn-hours-of = { $hours ->
    [one] 1 Stunde
   *[other] { $hours } Stunden
 }
drawn-score = Punkte
drawn-score-now = Punkte jetzt
drawn-others = Die anderen, am Tagesanfang
drawn-others-over = Die anderen
drawn-a-week = zusammen, pro Woche
drawn-brackets = (15): sobald er ankommt
drawn-sheet = { $whose ->
    [yours] Dein Bogen
   *[other] { $name }
 }
drawn-playing = noch dran
drawn-ranked-left = { $rank }., raus
drawn-done = fertig ✓
drawn-unseen = Noch nicht aufgedeckt, und wie viele jeweils ({ $count }, davon kommen 7 nie)
jokers = ★ { $count ->
    [one] { $count } Joker
   *[other] { $count } Joker
 }
deliver-title = { $truck } liefert bei x1
circle-title = { $truck } bis { $circle }
square-title = { $truck }, Feld { $square }
truck-called = { $truck ->
    [eq] der Wagen =
    [neq] der Wagen ≠
    [six_one] der Wagen 6-1
    [one_six] der Wagen 1-6
    [any] der Wagen für alles
    [hearts] der Herz-Wagen
    [clubs] der Kreuz-Wagen
    [diamonds] der Karo-Wagen
   *[spades] der Pik-Wagen
 }
truck-takes = { $truck ->
    [eq] alle gleich
    [neq] alle verschieden
    [six_one] 6 zuerst, ganz rechts
    [one_six] 1 zuerst, ganz rechts
    [any] alles
    [hearts] Herz
    [clubs] Kreuz
    [diamonds] Karo
   *[spades] Pik
 }
pays-sum = die Summe
pays-double = x1: die Summe, Ende: doppelt

## Was du tun kannst, in wenigen Zeilen

choice-load = { $card } auf { $squares }
choice-load-as = { $card } als { $values } auf { $squares }
choice-drive = { $card } fährt insgesamt { $steps ->
    [one] 1 Schritt
   *[other] bis zu { $steps } Schritte
 }, höchstens: { $drives }
choice-example = { $card } { $square }
choice-example-as = { $card } { $square } als { $value }
choice-one = Schreib je Zeile einen Ort, zum Beispiel „{ $load }“.
choice-hint = { $example } { $hours }
choice-hours = { $hours ->
    [one] Mit 1 Überstunde zählt eine Karte eins mehr oder weniger („als N“) oder fährt einen Schritt weiter.
   *[other] Mit { $hours } Überstunden zählt eine Karte bis zu { $hours } mehr oder weniger („als N“) oder fährt bis zu { $hours } Schritte weiter.
 }
choice-done = fertig (beendet den Tag)
choice-restart = neustart (nimmt den Tag zurück)

## Optionen

option-overtime-rule = Überstunden
option-overtime-rule-about = Was eine Überstunde bewirken kann.
option-overtime-rule-basic = Überstunden ändern den Wert
option-overtime-rule-basic-about = Eine Stunde ändert den Wert einer Karte um 1.
option-overtime-rule-suit-change = Überstunden ändern Wert oder Farbe
option-overtime-rule-suit-change-about = Eine Stunde ändert den Wert einer Karte um 1 oder lässt sie auf ein Feld einer anderen Farbe laden.
option-show-discard = Listen der Karten
option-show-discard-about = Ob alle die Karten abgeschlossener Tage und die noch kommenden nachsehen können.
option-show-discard-enabled = Mit Listen der Karten
option-show-discard-enabled-about = Beide Listen lassen sich ansehen.
option-show-discard-disabled = Ohne Listen der Karten
option-show-discard-disabled-about = Keine der beiden wird gezeigt: Man braucht ein gutes Gedächtnis.
