### Was im Kalender und im Feed eines Spielers steht.

feeds-calendar = Turnpike: Fristen
feeds-title = Turnpike: Partien, die auf dich warten
feeds-game = { $kind }{ $practice ->
    [yes] { " (Übung)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }mit { $players }
 }
feeds-deadline = Deine Zeit läuft ab: { $game }
feeds-deadline-more = Du bist am Zug, und von jetzt an ist deine Zeit um. Spiel vorher:
feeds-turn = Du bist am Zug: { $game }
feeds-turn-until = Deine Zeit läuft am { $deadline } ab.
feeds-invited = Ein Platz ist für dich reserviert: { $game }
feeds-offered = Dir wird ein Platz angeboten: { $game }
