### Was alle Spiele sagen. Variablen werden eingesetzt; wie eine Nachricht geschrieben wird, steht auf projectfluent.org.

list-and = { $others } und { $last }
list-or = { $others } oder { $last }

## Rund um die Partie

time-out-leave = Die Zeit von { $name } ist abgelaufen.
time-out-bot = Auf Platz { $seat } ist die Zeit abgelaufen, und ein Bot nimmt ihn ein.
time-out-move = Die Zeit von { $name } ist abgelaufen, und ein Bot spielt stattdessen.
time-out-end = Die Zeit von { $name } ist abgelaufen, und die Partie endet, wie sie steht.
takeover-player = Jemand anders übernimmt Platz { $seat }.
takeover-bot = Ein Bot übernimmt Platz { $seat }.

## Ablehnungen

game-is-over = Die Partie ist zu Ende.
seat-number = Platz { $seat }
turn-of-seat = { $seat } ist am Zug.
already-left = Du hast diese Partie schon verlassen.
legal-one = Du kannst nur { $move } spielen.
legal-some = Du kannst { $moves } spielen.
quoted = „{ $words }“
changes-nothing = Das würde nichts ändern.
order-too-long = Eine Anweisung hat höchstens { $most } Zeichen.
no-orders = Dieses Spiel kennt keine bedingten Anweisungen.
no-such-beginning = Kein erlaubter Zug beginnt mit „{ $words }“.
no-object = Das ist kein Zug dieses Spiels: Ein Zug ist ein JSON-Objekt.
no-move = Das ist kein Zug dieses Spiels: { $error }.
options = Was an einem Tisch vor dem Beginn vereinbart wird.
no-options-object = Die Optionen von { $game } sind ein JSON-Objekt.
no-options = Das sind keine Optionen von { $game }: { $error }.
no-clock = Dieser Platz hat nichts zu entscheiden, darum kann seine Zeit nicht ablaufen.
word-missing = Es fehlt ein Wort ({ $what }). Möglich ist: { $known }.
word-ambiguous = „{ $word }“ kann mehreres heißen ({ $what }). Möglich ist: { $known }.
word-unknown = „{ $word }“ ist unbekannt ({ $what }). Möglich ist: { $known }.
number-missing = Es fehlt eine Zahl: { $what }.
number-unread = „{ $word }“ ist keine Zahl ({ $what }).
words-too-many = „{ $word }“ ist zu viel für diesen Zug.
place = { $rank }. { $name }: { $score }
