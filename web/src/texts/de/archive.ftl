### Das Archiv.

archive-what = Die beendeten öffentlichen Partien, die neuesten zuerst.
archive-any-game = Alle Spiele
archive-seats = Personenzahl
archive-any-seats = Beliebig viele
archive-player = Spieler
archive-opponent = Gegner
archive-result = Ergebnis
archive-any-result = Alle
archive-result-is = { $result ->
    [win] Gewonnen
    [draw] Unentschieden
   *[loss] Verloren
 }
archive-since = Beendet ab
archive-until = Beendet bis
archive-random = Zufällige Partie öffnen
archive-won = { $name } (gewonnen)
archive-tied = { $name } (geteilter erster Platz)
archive-none = Keine beendete öffentliche Partie passt zu diesen Filtern.
archive-none-yet = Hier wurde noch keine öffentliche Partie beendet.
archive-more = Mehr zeigen
