### The board of Buttons.

buttons-cell-red = rotes Feld
buttons-cell-yellow = gelbes Feld
buttons-cell-green = grünes Feld
buttons-cell-blue = blaues Feld
buttons-cell-at = { $cell }, Zeile { $row }, Spalte { $col }
buttons-chosen = Gewählte Sterne: { $n } von { $all }
buttons-choose-others = Andere wählen
buttons-hint = Jeder Wurf markiert die Felder, auf die du einen Knopf legen kannst: Wähle eines oder passe.
buttons-ahead = { $n ->
    [one] Einen Stern vor { $name }.
   *[other] { $n } Sterne vor { $name }.
 }
buttons-behind = { $n ->
    [one] Du bist auf Platz { $place }, einen Stern hinter dem ersten.
   *[other] Du bist auf Platz { $place }, { $n } Sterne hinter dem ersten.
 }
buttons-decided-line = Fünf Sterne in einer Linie haben entschieden.
buttons-score-line = { $stars } und { $points } Punkte für fünf in einer Reihe
buttons-become-stars = { $n ->
    [one] Dieser Knopf wird ein Stern.
   *[other] Diese { $n } Knöpfe werden Sterne.
 }
buttons-touch-more = { $n ->
    [one] Wähle noch einen Knopf, der ein Stern wird.
   *[other] Wähle noch { $n } Knöpfe, die Sterne werden.
 }
buttons-opt-out = { $n ->
    [one] Aussteigen und einen Stern bekommen.
   *[other] Aussteigen und { $n } Sterne bekommen.
 }
buttons-roll = Würfeln.
buttons-touch-roll = Wähle „Würfeln“.
buttons-pass = Bei diesem Wurf nichts legen.
buttons-place = Einen Knopf legen: { $cell }.
buttons-roll-or-out = Würfle, oder steig mit dem aus, was du hast.
buttons-touch-or-pass = Wähle das markierte Feld, oder passe.
buttons-touch-cell = Wähle ein markiertes Feld, um einen Knopf zu legen.
buttons-plan-round = Runde
buttons-plan-stars = Sterne
buttons-plan-until-stars = In Runde { $round }: würfeln, bis der Ausstieg { $n } ★ bringt, dann aussteigen.
buttons-plan-buttons = Knöpfe
buttons-plan-until-buttons = In Runde { $round }: würfeln, bis ich { $n } Knöpfe habe, dann aussteigen.
buttons-plan-gold-always = Wenn andere würfeln: immer das Feld des goldenen Würfels nehmen.
buttons-plan-gold-never = Wenn andere würfeln: immer passen.
buttons-plan-gold-colours = Wenn andere würfeln: nur diese nehmen, sonst passen: { $colours }
buttons-plan-colours = Farben
