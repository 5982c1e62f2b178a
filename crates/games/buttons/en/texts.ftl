### Texts of Buttons.

summary = Push your luck with the dice to cover buttons of one colour, and turn them into stars: five in a line or twelve in all.

## Events

dealt = { $first } begins, holding the red card; cards: { $cards }.
dealt-out = { $first } begins, holding the red card; cards: { $cards } ({ $out } is out).
cards-of = { $name } { $cards }
rolled = { $name } rolls: row { $white }, golden column { $gold }.
rolled-plain = { $name } rolls: row { $white }, golden column { $gold }, or for the roller alone { $plain }.
busted-now = { $lost ->
    [0] { $name } has no legal cell and busts.
    [one] { $name } has no legal cell, busts and loses a button.
   *[other] { $name } has no legal cell, busts and loses { $lost } buttons.
 }
opts-out = { $name } opts out of the round.
decided = { $name } has decided.
decided-place = { $name } has decided to place a button in column { $column }.
decided-pass = { $name } has decided to pass.
decided-stars = { $name } has decided to { $n ->
    [one] place a star on
   *[other] place stars on
 } { $cells }.
placed = Row { $row }: { $all }.
places = { $name } places a button in column { $column } ({ $colour })
cell = row { $row } column { $column }
passes = { $name } passes
sentence = { $all }.
stars-earned = The round is over: { $all }.
earns = { $stars ->
    [one] { $name } earns 1 star ({ $parts })
   *[other] { $name } earns { $stars } stars ({ $parts })
 }
for-opting-out = opting out
bonus = bonus { $colour }
places-stars = { $name } { $n ->
    [one] places a star on
   *[other] places stars on
 } { $cells }
one-and-next = { $before }; { $next }
no-stars = The round is over, and nobody gets a star.
round-began = Round { $round } begins with { $first }; the cards move on: { $cards }.
left = { $name } leaves the game.
ended = The game is over: { $results }.
result = { $rank }. { $name }: { $score }
result-line = { $rank }. { $name }: { $score } with a line
five-in-a-line = five in a line

## Colours

red = red
yellow = yellow
green = green
blue = blue

## Refusals

you-have-left = You have left this game.
no-such-seat = There is no such seat.
you-have-decided = You have decided, and a decision stays as it is.
no-stars-earned = You have earned no stars in this round.
no-cell-offered = The dice offer you no legal cell, so you have nothing to decide.
out-of-round = You are out of this round.
time-to-roll = Now is the time to roll or to opt out. { $more }
time-to-place = Now is the time to place a button by the dice on the table. { $more }
time-for-stars = Now is the time to turn buttons into stars. { $more }
opt-out-needs-button = You can opt out only with a button on your board. { $legal }
must-place = In your own turn you must place a button. { $legal }
no-black-die = No black die shows { $col }. { $legal }
golden-die = The golden die shows { $gold }, not { $col }. { $legal }
has-button = One of your buttons lies on { $cell } already. { $legal }
has-star = One of your stars lies on { $cell }. { $legal }
adjacent-button = One of your buttons lies next to { $cell }. { $legal }
twice = You name { $cell } twice. Your buttons lie on { $buttons }.
wrong-star-count = { $stars ->
    [one] You have earned exactly 1 star: turn one of your buttons into it. They lie on { $buttons }.
   *[other] You have earned exactly { $stars } stars: turn that many of your buttons into stars. They lie on { $buttons }.
 }
no-button-there = None of your buttons lies on { $cell }. They lie on { $buttons }.
no-cell = no cell
legal-stars = { $stars ->
    [one] Turn one of your buttons into a star; they lie on { $buttons }.
   *[other] Turn { $stars } of your buttons into stars; they lie on { $buttons }.
 }
legal-none = You have nothing to decide now.
no-such-move = “{ $word }” is not a move. { $legal }
row-or-column = a row or a column
other-row = The white die selects row { $white }, not { $row }. { $legal }
which-column = Say in which column. { $legal }
one-column = A button goes into one column. { $legal }
name-cells = Name each cell by row and column, as in “stars 2-2 5-1”. { $legal }

## Boards

head = Buttons, round { $round }. { $headline }
rolls = { $whose ->
    [yours] It is your turn to roll.
   *[other] { $name } is to roll.
 }
rolls-or-opts-out = { $whose ->
    [yours] It is your turn to roll or to opt out.
   *[other] { $name } is to roll or to opt out.
 }
has-rolled = { $whose ->
    [yours] You have rolled; now buttons are placed.
   *[other] { $name } has rolled; now buttons are placed.
 }
round-is-over = The round is over; now stars are placed.
won = { $n ->
    [one] The game is over: { $names } wins with { $score }.
   *[other] The game is over: { $names } win with { $score }.
 }
won-by-line = { $n ->
    [one] The game is over: { $names } wins by five in a line, with { $score }.
   *[other] The game is over: { $names } win by five in a line, with { $score }.
 }
game-is-over = The game is over.
dice-on-table = Dice: white { $white }, the row; gold { $gold }, a column for all{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } set aside)
 }.
dice-on-table-plain = Dice: white { $white }, the row; gold { $gold }, a column for all; plain { $plain } for { $name } alone{ $aside ->
    [0] {""}
   *[other] {" "}({ $aside } set aside)
 }.
dice-to-roll = { $aside ->
    [0] Dice to roll: white, gold and { $plain } plain.
   *[other] Dice to roll: white, gold and { $plain } plain ({ $aside } set aside).
 }
signs =
    On the boards: (R) a button of this round, *R* a star, [R] may be chosen now.
    R red, Y yellow, G green, B blue.
player = { $name }, board { $face }, { $standing }, score { $score }
player-with-line = { $name }, board { $face }, { $standing }, score { $score } with a line of five
rank = rank { $rank }
has-left-the-game = has left the game
in-the-round = in the round
opted-out = opted out
busted = busted
label-bonus = Bonus:
label-stars = Stars:
label-buttons = Buttons:
group = { $colour } { $cells };
worth = { $stars ->
    [one] worth 1 star
   *[other] worth { $stars } stars
 }
can-play = { $name } can play
roll-or-out = roll, or out to leave the round in time
label-decided = { $name } has decided:
sealed = { $move } (sealed)
label-choose = { $n ->
    [one] stars, then one of:
   *[other] stars, then { $n } of:
 }
on-cell = on { $cell }, { $colour }

## Drawings

round = Buttons, round { $round }
board-of = { $whose ->
    [yours] Your board
   *[other] { $name }
 }
title = Buttons, round { $round }: { $headline }
row = row
row-at = row { $row }
column = column
column-at = column { $column }
aside = aside
key-roll = Roll
key-out = Opt out
key-pass = Pass
risk = { $percent }% risk to bust
risk-said = Roll: { $percent }% risk to bust
out-earns = earns { $stars ->
    [one] 1 star
   *[other] { $stars } stars
 }
row-and-column-for-all = Row and column for all;
plain-dice-for = plain dice for { $name }
star = star
button = button
has-left = has left
has-decided = has decided
is-deciding = is deciding
to-move = to move
your-move = your move
stars = { $n ->
    [one] 1 star
   *[other] { $n } stars
 }
stars-and-line = { $n ->
    [one] 1 star, a line: score { $score }
   *[other] { $n } stars, a line: score { $score }
 }
by-card = card: 2 stars
three-complete = Three buttons complete a colour
earned = { $stars ->
    [one] Earned in this round: 1 star.
   *[other] Earned in this round: { $stars } stars.
 }
earned-by-opting-out = { $stars ->
    [one] Opting out in time: 1 star.
   *[other] Opting out in time: { $stars } stars.
 }
advice-decided = You have decided; others have not.
advice-stars = { $n ->
    [one] Choose the button that becomes a star.
   *[other] Choose the { $n } that become stars.
 }
advice-place-or-pass = Place on the marked cell, or pass.
advice-place = Place on one of the marked cells.
advice-turn = It is your turn.
legend-button = button of this round
legend-choice = may be chosen
legend-card = own card
legend-colours = R red, Y yellow, G green, B blue
letter-red = R
letter-yellow = Y
letter-green = G
letter-blue = B

## Orders

order-how = Say “gold always”, “gold never”, “gold red yellow” or “roll until 3 stars”.
order-gold-how = Say “gold always”, “gold never”, or on which colours: “gold red yellow”.
order-roll-how = Say “roll until 3 stars” or “roll until 4 buttons”: you opt out as soon as you have them.
order-gold-always = take the cell that the golden die offers on others’ rolls
order-gold-never = pass on others’ rolls
order-gold-colours = take it on these colours, pass on others
order-roll-stars = this round: roll until opting out brings 3 stars, then opt out
order-roll-buttons = this round: roll until you have 4 buttons, then opt out

## Options

option-dice-per-leaver = Dice set aside
option-dice-per-leaver-about = How many plain dice a player who leaves the round sets aside.
option-dice-per-leaver-auto = 2 dice set aside by two players, 1 by more
option-dice-per-leaver-auto-about = Two each in a game of two players, one each in a game of three or four.
option-dice-per-leaver-1 = Always 1 die set aside
option-dice-per-leaver-1-about = One each, also in a game of two players.
