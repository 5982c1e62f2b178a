### Texts of a player's calendar and feed.

feeds-calendar = Turnpike: deadlines
feeds-title = Turnpike: games that wait for you
feeds-game = { $kind }{ $practice ->
    [yes] { " (practice)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }with { $players }
 }
feeds-deadline = Your time ends: { $game }
feeds-deadline-more = It is your turn, and your time ends here. Play before:
feeds-turn = It is your turn: { $game }
feeds-turn-until = Your time ends on { $deadline }.
feeds-invited = A seat is kept for you: { $game }
feeds-offered = A seat is offered to you: { $game }
