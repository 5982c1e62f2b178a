### Die Ranglisten.

leaderboards-of = Rangliste von { $game }
leaderboards-table = Tisch
leaderboards-size = { $size ->
    [two] zu zweit
   *[more] ab drei Personen
 }
leaderboards-with-provisional = Auch vorläufige Wertungen
leaderboards-rating = { $rating } ± { $uncertainty }
leaderboards-provisional = vorläufig
leaderboards-games = { $n ->
    [one] Eine gewertete Partie
   *[other] { $n } gewertete Partien
 }
leaderboards-nobody = Hier hat noch niemand eine gewertete Partie beendet.
leaderboards-nobody-settled = Hier hat noch niemand genug gewertete Partien gespielt.
leaderboards-more = Mehr zeigen
leaderboards-how = Eine beendete Partie mit mindestens zwei Konten ändert die Wertungen der Beteiligten, auch wenn sie privat ist. Partien mit Gästen, Übungspartien und Partien zu einer Vorgabe zählen nicht, und Bots haben keine Wertung. Alle beginnen mit 1500. Eine Wertung ist vorläufig, solange ihre Unsicherheit größer als 250 ist; solange du nicht spielst, wächst die Unsicherheit.
