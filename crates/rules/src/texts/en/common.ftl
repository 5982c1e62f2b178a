### Texts of all games. See projectfluent.org for the syntax.

list-and = { $others } and { $last }
list-or = { $others } or { $last }

## Around the game

time-out-leave = The time of { $name } runs out.
time-out-bot = Time runs out in seat { $seat }, and a bot takes it.
time-out-move = The time of { $name } runs out, and a bot plays instead.
time-out-end = The time of { $name } runs out, and the game ends as it stands.
takeover-player = Another player takes over seat { $seat }.
takeover-bot = A bot takes over seat { $seat }.

## Refusals

game-is-over = The game is over.
seat-number = seat { $seat }
turn-of-seat = It is the turn of { $seat }.
already-left = You have already left this game.
legal-one = You can only play { $move }.
legal-some = You may play { $moves }.
quoted = “{ $words }”
changes-nothing = That would change nothing.
order-too-long = An order has at most { $most } characters.
no-orders = This game has no conditional orders.
no-such-beginning = No legal move begins with “{ $words }”.
no-object = This is not a move of the game: a move is a JSON object.
no-move = This is not a move of the game: { $error }.
options = What those at a table agree on before the start.
no-options-object = The options of { $game } are a JSON object.
no-options = These are not options of { $game }: { $error }.
no-clock = This seat owes no decision, so its time cannot run out.
word-missing = A word is missing: { $what }, one of { $known }.
word-ambiguous = “{ $word }” could mean more than one thing: { $what } is one of { $known }.
word-unknown = “{ $word }” is unknown ({ $what }). Say one of { $known }.
number-missing = A number is missing: { $what }.
number-unread = “{ $word }” is not a number for { $what }.
words-too-many = “{ $word }” is more than the move needs.
place = { $rank }. { $name }: { $score }
