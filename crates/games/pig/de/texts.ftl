### Texte von Pig.

summary = Würfle, so oft du dich traust, und halte an, bevor eine 1 alles nimmt, was der Zug gebracht hat.

## Ereignisse

goal = Das Ziel sind { $goal } Punkte.
rolled = { $die ->
    [1] { $name } würfelt eine 1 und verliert, was auf dem Spiel stand.
   *[other] { $name } würfelt eine { $die }, und { $points } Punkte stehen auf dem Spiel.
 }
held = { $name } sichert { $points } Punkte und hat { $score }.
left = { $name } verlässt die Partie.
ended = Die Partie ist zu Ende: { $places }.

## Ablehnungen

nothing-to-hold = Noch steht nichts auf dem Spiel, also gibt es nichts zu sichern: Würfle zuerst.
kind-of-move = Art des Zugs

## Bretter und Bilder

turn = { $points ->
    [0] { $name } würfelt
   *[other] { $name } hat { $points } Punkte auf dem Spiel
 }
over = Die Partie ist zu Ende
points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 }
rank = Rang { $rank }
has-left = ist ausgestiegen
can-play = { $name } kann spielen

## Anweisungen

order-how = Schreib „würfeln bis 20“: Du sicherst, sobald 20 Punkte auf dem Spiel stehen.
order-roll = in deinen Zügen würfeln, bis 20 Punkte auf dem Spiel stehen, dann sichern

## Optionen

option-goal = Ziel
option-goal-about = Wie viele Punkte gewinnen.
option-goal-100 = 100 Punkte gewinnen
option-goal-100-about = Die übliche Partie.
option-goal-50 = 50 Punkte gewinnen
option-goal-50-about = Eine kurze Partie.
