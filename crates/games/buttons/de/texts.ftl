### Texte von Buttons.

summary = Fordere dein Würfelglück heraus, belege Knöpfe einer Farbe und mach Sterne daraus: fünf in einer Reihe oder zwölf insgesamt.

## Ereignisse

dealt = { $first } beginnt mit der roten Karte; Karten: { $cards }.
dealt-out = { $first } beginnt mit der roten Karte; Karten: { $cards } (nicht dabei: { $out }).
cards-of = { $name } { $cards }
rolled = { $name } würfelt: Zeile { $white }, goldene Spalte { $gold }.
rolled-plain = { $name } würfelt: Zeile { $white }, goldene Spalte { $gold } oder eine Spalte nur für { $name }: { $plain }.
busted-now = { $lost ->
    [0] Fehlwurf: { $name } hat kein erlaubtes Feld.
    [one] Fehlwurf: { $name } hat kein erlaubtes Feld und verliert einen Knopf.
   *[other] Fehlwurf: { $name } hat kein erlaubtes Feld und verliert { $lost } Knöpfe.
 }
opts-out = { $name } steigt aus der Runde aus.
decided = { $name } hat verdeckt gewählt.
decided-place = { $name } hat sich entschieden: ein Knopf in Spalte { $column }.
decided-pass = { $name } hat sich entschieden zu passen.
decided-stars = { $name } hat sich entschieden: { $n ->
    [one] ein Stern in
   *[other] Sterne in
 } { $cells }.
placed = Zeile { $row }: { $all }.
places = { $name } legt einen Knopf in Spalte { $column } ({ $colour })
cell = Zeile { $row } Spalte { $column }
passes = { $name } passt
sentence = { $all }.
stars-earned = Die Runde ist zu Ende: { $all }.
earns = { $stars ->
    [one] { $name } bekommt { $stars } Stern ({ $parts })
   *[other] { $name } bekommt { $stars } Sterne ({ $parts })
 }
for-opting-out = Ausstieg
bonus = Bonus { $colour }
places-stars = { $name } { $n ->
    [one] legt einen Stern in
   *[other] legt Sterne in
 } { $cells }
one-and-next = { $before }; { $next }
no-stars = Die Runde ist zu Ende, und niemand bekommt einen Stern.
round-began = Runde { $round } beginnt mit { $first }; die Karten wandern weiter: { $cards }.
left = { $name } verlässt die Partie.
ended = Die Partie ist zu Ende: { $results }.
result = { $rank }. { $name }: { $score }
result-line = { $rank }. { $name }: { $score } mit Fünferreihe
five-in-a-line = fünf in einer Reihe

## Farben

red = rot
yellow = gelb
green = grün
blue = blau

## Ablehnungen

you-have-left = Du hast diese Partie verlassen.
no-such-seat = Diesen Platz gibt es nicht.
you-have-decided = Du hast dich entschieden, und dabei bleibt es.
no-stars-earned = Du bekommst in dieser Runde keine Sterne.
no-cell-offered = Die Würfel bieten dir kein erlaubtes Feld, also hast du nichts zu entscheiden.
out-of-round = Für dich ist diese Runde vorbei.
time-to-roll = Jetzt heißt es würfeln oder aussteigen. { $more }
time-to-place = Jetzt wird ein Knopf gelegt, wie es die Würfel auf dem Tisch erlauben. { $more }
time-for-stars = Jetzt werden Knöpfe zu Sternen. { $more }
opt-out-needs-button = Aussteigen kannst du nur mit einem Knopf auf deinem Brett. { $legal }
must-place = Im eigenen Zug musst du einen Knopf legen. { $legal }
no-black-die = Kein schwarzer Würfel zeigt { $col }. { $legal }
golden-die = Der goldene Würfel zeigt { $gold }, nicht { $col }. { $legal }
has-button = In { $cell } liegt schon einer deiner Knöpfe. { $legal }
has-star = In { $cell } liegt einer deiner Sterne. { $legal }
adjacent-button = Neben dem Feld { $cell } liegt einer deiner Knöpfe. { $legal }
twice = Du nennst { $cell } zweimal. Deine Knöpfe liegen in { $buttons }.
wrong-star-count = { $stars ->
    [one] Du bekommst genau { $stars } Stern: Verwandle einen deiner Knöpfe. Sie liegen in { $buttons }.
   *[other] Du bekommst genau { $stars } Sterne: Verwandle so viele deiner Knöpfe. Sie liegen in { $buttons }.
 }
no-button-there = Keiner deiner Knöpfe liegt in { $cell }. Sie liegen in { $buttons }.
no-cell = kein Feld
legal-stars = { $stars ->
    [one] Mach aus einem deiner Knöpfe einen Stern; sie liegen in { $buttons }.
   *[other] Mach aus { $stars } deiner Knöpfe Sterne; sie liegen in { $buttons }.
 }
legal-none = Du hast jetzt nichts zu entscheiden.
no-such-move = „{ $word }“ ist kein Zug. { $legal }
row-or-column = eine Zeile oder eine Spalte
other-row = Der weiße Würfel bestimmt Zeile { $white }, nicht { $row }. { $legal }
which-column = Sag dazu, in welche Spalte. { $legal }
one-column = Ein Knopf kommt in eine einzige Spalte. { $legal }
name-cells = Nenne jedes Feld mit Zeile und Spalte, wie in „sterne 2-2 5-1“. { $legal }

## Bretter

head = Buttons, Runde { $round }. { $headline }
rolls = { $whose ->
    [yours] Du bist dran: würfeln.
   *[other] { $name } ist dran: würfeln.
 }
rolls-or-opts-out = { $whose ->
    [yours] Du bist dran: würfeln oder aussteigen.
   *[other] { $name } ist dran: würfeln oder aussteigen.
 }
has-rolled = { $whose ->
    [yours] Du hast gewürfelt; jetzt werden Knöpfe gelegt.
   *[other] { $name } hat gewürfelt; jetzt werden Knöpfe gelegt.
 }
round-is-over = Die Runde ist zu Ende; jetzt werden Knöpfe zu Sternen.
won = { $n ->
    [one] Die Partie ist zu Ende: { $names } gewinnt mit { $score } Punkten.
   *[other] Die Partie ist zu Ende: { $names } gewinnen mit { $score } Punkten.
 }
won-by-line = { $n ->
    [one] Die Partie ist zu Ende: { $names } gewinnt durch fünf in einer Reihe, mit { $score } Punkten.
   *[other] Die Partie ist zu Ende: { $names } gewinnen durch fünf in einer Reihe, mit { $score } Punkten.
 }
game-is-over = Die Partie ist zu Ende.
dice-on-table = Würfel: weiß { $white }, die Zeile; gold { $gold }, eine Spalte für alle{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } beiseite)
 }.
dice-on-table-plain = Würfel: weiß { $white }, die Zeile; gold { $gold }, eine Spalte für alle; einfache { $plain }, nur für { $name }{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } beiseite)
 }.
dice-to-roll = { $plain ->
    [one] Zu würfeln: weiß, gold und { $plain } einfacher{ $aside ->
        [0] {""}
       *[other] {" "}({ $aside } beiseite)
     }.
   *[other] Zu würfeln: weiß, gold und { $plain } einfache{ $aside ->
        [0] {""}
       *[other] {" "}({ $aside } beiseite)
     }.
 }
signs =
    Auf den Brettern: (R) ein Knopf dieser Runde, *R* ein Stern, [R] wählbar.
    R rot, E gelb, G grün, B blau.
player = { $name }, Brett { $face }, { $standing }, { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
 }
player-with-line = { $name }, Brett { $face }, { $standing }, { $score } Punkte mit Fünferreihe
rank = Rang { $rank }
has-left-the-game = hat die Partie verlassen
in-the-round = noch dabei
opted-out = ausgestiegen
busted = Fehlwurf
label-bonus = Bonus:
label-stars = Sterne:
label-buttons = Knöpfe:
group = { $colour } { $cells };
worth = { $stars ->
    [one] { $stars } Stern wert
   *[other] { $stars } Sterne wert
 }
can-play = { $name } kann spielen
roll-or-out = würfeln, oder aussteigen und die Sterne sichern
label-decided = Entscheidung von { $name }:
sealed = { $move } (verdeckt)
label-choose = { $n ->
    [one] sterne und ein Feld von:
   *[other] sterne und { $n } Felder von:
 }
on-cell = auf { $cell }, { $colour }

## Bilder

round = Buttons, Runde { $round }
board-of = { $whose ->
    [yours] Dein Brett
   *[other] { $name }
 }
title = Buttons, Runde { $round }: { $headline }
row = Zeile
row-at = Zeile { $row }
column = Spalte
column-at = Spalte { $column }
aside = weg
key-roll = Würfeln
key-out = Aussteigen
key-pass = Passen
risk = Fehlwurf: { $percent } %
risk-said = Würfeln, Fehlwurf: { $percent } %
out-earns = bringt { $stars ->
    [one] { $stars } Stern
   *[other] { $stars } Sterne
 }
row-and-column-for-all = Zeile und Spalte für alle;
plain-dice-for = einfache für { $name }
star = Stern
button = Knopf
has-left = ist weg
has-decided = gewählt
is-deciding = überlegt
to-move = am Zug
your-move = du bist dran
stars = { $n ->
    [one] { $n } Stern
   *[other] { $n } Sterne
 }
stars-and-line = { $n ->
    [one] { $n } Stern, Reihe: { $score }
   *[other] { $n } Sterne, Reihe: { $score }
 }
by-card = Karte: 2 Sterne
three-complete = 3 Knöpfe machen eine Farbe voll
earned = { $stars ->
    [one] Diese Runde bringt { $stars } Stern.
   *[other] Diese Runde bringt { $stars } Sterne.
 }
earned-by-opting-out = { $stars ->
    [one] Aussteigen bringt { $stars } Stern.
   *[other] Aussteigen bringt { $stars } Sterne.
 }
advice-decided = Gewählt; andere noch nicht.
advice-stars = { $n ->
    [one] Wähle deinen neuen Stern.
   *[other] Wähle { $n } neue Sterne.
 }
advice-place-or-pass = Markiertes Feld oder passen.
advice-place = Nimm ein markiertes Feld.
advice-turn = Du bist am Zug.
legend-button = Knopf dieser Runde
legend-choice = wählbar
legend-card = eigene Karte
legend-colours = R rot, E gelb, G grün, B blau
letter-red = R
letter-yellow = E
letter-green = G
letter-blue = B

## Anweisungen

order-how = Schreib „gold immer“, „gold nie“, „gold rot gelb“ oder „würfeln bis 3 sterne“.
order-gold-how = Schreib „gold immer“, „gold nie“, oder auf welchen Farben: „gold rot gelb“.
order-roll-how = Schreib „würfeln bis 3 sterne“ oder „würfeln bis 4 knöpfe“: Du steigst aus, sobald du sie hast.
order-gold-always = bei Würfen anderer das Feld des goldenen Würfels nehmen
order-gold-never = bei Würfen anderer passen
order-gold-colours = es auf diesen Farben nehmen, sonst passen
order-roll-stars = diese Runde: würfeln, bis der Ausstieg 3 Sterne bringt, dann aussteigen
order-roll-buttons = diese Runde: würfeln, bis du 4 Knöpfe hast, dann aussteigen

## Optionen

option-dice-per-leaver = Beiseitegelegte Würfel
option-dice-per-leaver-about = Wie viele einfache Würfel beiseitelegt, wer die Runde verlässt.
option-dice-per-leaver-auto = Zu zweit 2 Würfel beiseite, sonst 1
option-dice-per-leaver-auto-about = Zu zweit je zwei, zu dritt oder zu viert je einer.
option-dice-per-leaver-1 = Immer 1 Würfel beiseite
option-dice-per-leaver-1-about = Je einer, auch zu zweit.
