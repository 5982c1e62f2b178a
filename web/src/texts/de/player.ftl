### The page of a player.

player-by-game = Nach Spielen
player-of-public = Von Partien, die alle sehen können.
player-finished = { $n ->
    [one] Eine Partie beendet
   *[other] { $n } Partien beendet
 }
player-won = { $n } gewonnen
player-best = bestes Ergebnis: { $points }
player-streak = längste Siegesserie: { $n }
player-bots = Gegen Bots: { $results }
player-lost = { $n } verloren
player-left = Vorzeitig verlassene Partien: { $n } von zuletzt { $recent }
player-timed-out = Zeitüberschreitungen: { $n }
player-answers = antwortet meist innerhalb von { $time }
player-rating = { $seats ->
    [two] Wertung zu zweit: { $rating } ± { $uncertainty }
   *[more] Wertung ab drei Personen: { $rating } ± { $uncertainty }
 }
player-rating-provisional = { $seats ->
    [two] Wertung zu zweit: { $rating } ± { $uncertainty }, vorläufig
   *[more] Wertung ab drei Personen: { $rating } ± { $uncertainty }, vorläufig
 }
player-opponents = Häufigste Gegner
player-games-with = { $n ->
    [one] Eine Partie
   *[other] { $n } Partien
 }
player-challenge = Herausfordern
player-challenge-name = { $name } herausfordern
player-game-won = gewonnen
player-game-place = Platz { $rank } von { $of }
player-more-games = Mehr Partien
player-gone = Vielleicht ist der Name falsch geschrieben, oder das Konto gibt es nicht mehr.
player-to-games = Zu den Partien
player-since = dabei seit dem { $day }
player-program = Mit diesem Konto spielt ein Programm.
player-guest = Ein Gast ohne Konto.
player-sign-up = Registriere dich, um mit { $name } zu spielen
player-count-finished = { $n ->
    [one] Partie beendet
   *[other] Partien beendet
 }
player-count-running = { $n ->
    [one] laufende Partie
   *[other] laufende Partien
 }
player-running-games = Laufende Partien
player-finished-games = Beendete Partien
player-all-finished = Alle beendeten Partien
player-follow = Folgen
player-following = Folge ich
player-followed = Du folgst jetzt { $name }. Das siehst nur du.
player-unfollowed = Du folgst { $name } nicht mehr.
