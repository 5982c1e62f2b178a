### Was Buttons sagt.

summary = Fordere dein Würfelglück heraus, um Knöpfe einer Farbe zu belegen und in Sterne zu verwandeln: fünf in einer Reihe oder zwölf im Ganzen.

## Ereignisse

dealt = { $first } beginnt mit der roten Karte; Bretter: { $boards }; Karten: { $cards }.
dealt-out = { $first } beginnt mit der roten Karte; Bretter: { $boards }; Karten: { $cards } (nicht dabei: { $out }).
board-of = { $name } Brett { $face }
cards-of = { $name } { $cards }
rolled = { $name } würfelt: Zeile { $white }, goldene Spalte { $gold }.
rolled-plain = { $name } würfelt: Zeile { $white }, goldene Spalte { $gold } oder, nur für den eigenen Zug, { $plain }.
busted-now = { $lost ->
    [0] { $name } hat kein erlaubtes Feld und scheitert.
    [one] { $name } hat kein erlaubtes Feld, scheitert und verliert einen Knopf.
   *[other] { $name } hat kein erlaubtes Feld, scheitert und verliert { $lost } Knöpfe.
 }
opts-out = { $name } steigt aus der Runde aus.
decided = { $name } hat entschieden.
decided-on = { $name } hat „{ $move }“ gewählt.
places = { $name } legt auf { $cell } ({ $colour })
passes = { $name } passt
sentence = { $all }.
stars-earned = Die Runde ist zu Ende: { $all }.
earns = { $stars ->
    [one] { $name } verdient { $stars } Stern ({ $parts })
   *[other] { $name } verdient { $stars } Sterne ({ $parts })
 }
for-opting-out = Ausstieg
bonus = Bonus { $colour }
places-stars = { $name } legt Sterne auf { $cells }
one-and-next = { $before }; { $next }
no-stars = Die Runde ist zu Ende, und niemand verdient einen Stern.
round-began = Runde { $round } beginnt mit { $first }; die Karten wandern: { $cards }.
left = { $name } verlässt die Partie.
ended = Die Partie ist zu Ende: { $results }.
result = { $rank }. { $name } { $score }
result-line = { $rank }. { $name } { $score } mit einer Reihe
five-in-a-line = fünf in einer Reihe

## Farben

red = rot
yellow = gelb
green = grün
blue = blau

## Ablehnungen

you-have-left = Du hast diese Partie verlassen.
no-such-seat = Diesen Platz gibt es nicht.
you-have-decided = Du hast entschieden, und dabei bleibt es.
no-stars-earned = Du hast in dieser Runde keine Sterne verdient.
no-cell-offered = Die Würfel bieten dir kein erlaubtes Feld, also hast du nichts zu entscheiden.
out-of-round = Für dich ist diese Runde vorbei.
time-to-roll = Jetzt wird gewürfelt oder ausgestiegen. { $more }
time-to-place = Jetzt wird nach den Würfeln auf dem Tisch ein Knopf gelegt. { $more }
time-for-stars = Jetzt werden Knöpfe zu Sternen. { $more }
opt-out-needs-button = Aussteigen kannst du nur mit einem Knopf auf deinem Brett. { $legal }
must-place = Im eigenen Zug musst du einen Knopf legen. { $legal }
no-black-die = Kein schwarzer Würfel zeigt { $col }. { $legal }
golden-die = Der goldene Würfel zeigt { $gold }, nicht { $col }. { $legal }
has-button = Auf { $cell } liegt schon einer deiner Knöpfe. { $legal }
has-star = Auf { $cell } liegt einer deiner Sterne. { $legal }
adjacent-button = Neben { $cell } liegt einer deiner Knöpfe. { $legal }
twice = Du nennst { $cell } zweimal. Deine Knöpfe liegen auf { $buttons }.
wrong-star-count = { $stars ->
    [one] Du hast genau { $stars } Stern verdient: Verwandle einen deiner Knöpfe. Sie liegen auf { $buttons }.
   *[other] Du hast genau { $stars } Sterne verdient: Verwandle so viele deiner Knöpfe. Sie liegen auf { $buttons }.
 }
no-button-there = Keiner deiner Knöpfe liegt auf { $cell }. Sie liegen auf { $buttons }.
no-cell = kein Feld
legal-stars = { $stars ->
    [one] Verwandle { $stars } deiner Knöpfe in einen Stern; sie liegen auf { $buttons }.
   *[other] Verwandle { $stars } deiner Knöpfe in Sterne; sie liegen auf { $buttons }.
 }
legal-none = Du hast jetzt nichts zu entscheiden.
no-such-move = „{ $word }“ ist kein Zug: Es gibt roll, out, place, pass und stars.
row-or-column = eine Zeile oder eine Spalte
other-row = Der weiße Würfel bestimmt Zeile { $white }, nicht { $row }. { $legal }
which-column = Sag, in welche Spalte. { $legal }
one-column = Ein Knopf kommt in eine einzige Spalte. { $legal }
name-cells = Nenne jedes Feld mit Zeile und Spalte, wie in „stars 2-2 5-1“. { $legal }

## Bretter

head = Buttons, Runde { $round }. { $headline }
rolls = { $name } würfelt.
rolls-or-opts-out = { $name } würfelt oder steigt aus.
has-rolled = { $name } hat gewürfelt; Knöpfe werden gelegt.
round-is-over = Die Runde ist zu Ende; Sterne werden gelegt.
won = { $n ->
    [one] Die Partie ist zu Ende: { $names } gewinnt mit { $score }.
   *[other] Die Partie ist zu Ende: { $names } gewinnen mit { $score }.
 }
game-is-over = Die Partie ist zu Ende.
dice-on-table = Würfel: weiß { $white }, die Zeile; gold { $gold }, eine Spalte für alle.{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } beiseite)
 }
dice-on-table-plain = Würfel: weiß { $white }, die Zeile; gold { $gold }, eine Spalte für alle; einfach { $plain }, nur für { $name }.{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } beiseite)
 }
dice-to-roll = { $aside ->
    [0] Zu würfeln: weiß, gold und { $plain } einfach.
   *[other] Zu würfeln: weiß, gold und { $plain } einfach ({ $aside } beiseite).
 }
signs =
    Auf den Brettern: (R) ein Knopf dieser Runde, *R* ein Stern, [R] wählbar.
    R rot, Y gelb, G grün, B blau.
player = { $name }, Brett { $face }, { $standing }, Wertung { $score }
player-with-line = { $name }, Brett { $face }, { $standing }, Wertung { $score } mit Fünferreihe
rank = Rang { $rank }
has-left-the-game = hat die Partie verlassen
in-the-round = in der Runde
opted-out = aus der Runde
busted = gescheitert
label-bonus = Bonus:
label-stars = Sterne:
label-buttons = Knöpfe:
group = { $colour } { $cells };
worth = { $stars ->
    [one] { $stars } Stern wert
   *[other] { $stars } Sterne wert
 }
can-play = { $name } kann spielen
roll-or-out = roll, oder out, um rechtzeitig auszusteigen
label-decided = { $name } hat entschieden:
sealed = { $move } (geheim)
label-choose = { $n ->
    [one] stars und eines von:
   *[other] stars und { $n } von:
 }
on-cell = auf { $cell }, { $colour }

## Bilder

round = Buttons, Runde { $round }
title = Buttons, Runde { $round }: { $headline }
row = Zeile
row-at = Zeile { $row }
column = Spalte
column-at = Spalte { $column }
aside = beiseite
key-roll = Würfeln
key-out = Aussteigen
key-pass = Passen
row-and-column-for-all = Zeile und Spalte für alle;
plain-dice-for = einfache für { $name }
star = Stern
button = Knopf
has-left = ist weg
has-decided = ist fertig
is-deciding = überlegt
to-move = am Zug
stars = { $n ->
    [one] { $n } Stern
   *[other] { $n } Sterne
 }
stars-and-line = { $n ->
    [one] { $n } Stern, Reihe: { $score }
   *[other] { $n } Sterne, Reihe: { $score }
 }
by-card = Karte: 2 Sterne
three-complete = 3 Knöpfe füllen eine Farbe
earned = { $stars ->
    [one] Diese Runde verdient: { $stars } Stern.
   *[other] Diese Runde verdient: { $stars } Sterne.
 }
earned-by-opting-out = { $stars ->
    [one] Ausstieg in der Zeit: { $stars } Stern.
   *[other] Ausstieg in der Zeit: { $stars } Sterne.
 }
advice-decided = Entschieden; andere noch nicht.
advice-stars = { $n ->
    [one] Wähle deinen Stern.
   *[other] Wähle deine { $n } Sterne.
 }
advice-place-or-pass = Lege aufs markierte Feld oder passe.
advice-place = Lege auf ein markiertes Feld.
advice-turn = Du bist am Zug.
legend-button = Knopf dieser Runde
legend-choice = wählbar
legend-card = ★ eigene Karte
legend-colours = R rot, Y gelb, G grün, B blau
