### Texts of Flip Freighters. Events name trucks, squares and cards in words; other texts use the notation.

summary = Load trucks and drive them to their customers, all with the same three cards a day; early trucks pay again.

## Events

day-opened = Week { $week }, day { $day }: the cards are { $cards }.
loaded = { $name } loads { $card } as a { $value } { $place }{ $overtime }.
moved = { $name } uses { $card } to move { $trips }{ $overtime }.
day-ended = { $name } ends the day.
day-restarted = { $name } starts the day anew.
left-game = { $name } leaves the game.
used-none = { $name } used no card; the score is { $score }.
used-loads = { $name } loaded { $loads }{ $overtime }; the score is { $score }.
used-trips = { $name } moved { $trips }{ $overtime }; the score is { $score }.
used-both = { $name } loaded { $loads }, and moved { $trips }{ $overtime }; the score is { $score }.
week-closed = Week { $week } pays: { $scores }.
ended = The game is over: { $places }.
ended-alone = The game is over: { $name } has { $score ->
    [one] { $score } point
   *[other] { $score } points
 } and { $stars }.
# What hangs on a sentence about cards.
overtime = { $hours ->
    [0] {""}
    [one] , with 1 hour of overtime
   *[other] , with { $hours } hours of overtime
 }
load = a { $value } { $place }
trip = { $lorry } to circle { $circle }
trip-delivered = { $lorry } to circle { $circle } (delivered for { $pay })
a-joker = a joker
on-square = { $n ->
    [1] on the first square { $of }
    [2] on the second square { $of }
    [3] on the third square { $of }
    [4] on the fourth square { $of }
    [5] on the fifth square { $of }
   *[6] on the sixth square { $of }
 }
of-truck = { $which ->
    [eq] of the = truck
    [neq] of the ≠ truck
    [six_one] of the 6-1 truck
    [one_six] of the 1-6 truck
    [any] of the truck for anything
    [hearts] of the hearts truck
    [clubs] of the clubs truck
    [diamonds] of the diamonds truck
   *[spades] of the spades truck
 }
the-truck = { $which ->
    [eq] the = truck
    [neq] the ≠ truck
    [six_one] the 6-1 truck
    [one_six] the 1-6 truck
    [any] the truck for anything
    [hearts] the hearts truck
    [clubs] the clubs truck
    [diamonds] the diamonds truck
   *[spades] the spades truck
 }
stars = { $stars ->
    [0] no stars
    [one] 1 star
   *[other] { $stars } stars
 }

## Refusals

gone = You do not play in this game any more.
day-is-ended = You have ended the day. Play “restart” to take the day back, as long as others are still playing.
unknown-card = { $card } does not lie face up. { $hint }
card-already-used = You have used { $card } today. { $hint }
no-such-truck = There is no such truck. The trucks are { $trucks }.
unknown-square = The squares of { $truck } are { $truck }.0 to { $truck }.{ $last }, from the left.
square-occupied = { $square } is filled. { $hint }
truck-departed = { $truck } has started, so nothing more is loaded on it. { $hint }
value-out-of-range = A value is 1 to { $most }.
suit-mismatch = { $suit ->
    [spades] { $square } takes spades or a joker.
    [hearts] { $square } takes hearts or a joker.
    [diamonds] { $square } takes diamonds or a joker.
   *[clubs] { $square } takes clubs or a joker.
 }
any-suit = { $square } takes any suit.
printed-value = { $square } takes exactly a { $value }: add “as { $value }” to pay the hours.
printed-value-only = { $square } takes exactly a { $value }, and you do not have the hours to make one.
any-value = { $square } takes any value.
square-skipped = { $truck } is filled from the right to the left, and a skipped square is lost. { $hint }
must-be-same = All values on { $truck } are { $same }, so no { $value } goes there.
all-same = All values on { $truck } are the same.
must-be-different = All values on { $truck } differ, and there is a { $value } already.
empty-move = Say which truck moves and where to: “5H hearts>3”. { $hint }
duplicate-truck = { $truck } is named twice; name it once, with the furthest circle.
truck-delivered = { $truck } is delivered and stays where it is. { $hint }
truck-empty = { $truck } is empty, and only a loaded truck moves. { $hint }
bad-target = { $truck } can go to the circles { $from } to { $last }.
bad-target-last = { $truck } can only go to circle { $last }.
not-a-stop = { $truck } is delivered on circle { $last } only.
not-a-stop-x1 = { $truck } is delivered on circle { $first } or { $last } only.
too-few-hours = This costs { $cost ->
    [one] 1 hour
   *[other] { $cost } hours
 }, and you have { $hours ->
    [0] no hours
    [one] 1 hour
   *[other] { $hours } hours
 }.
too-few-steps = This costs { $cost ->
    [one] 1 hour
   *[other] { $cost } hours
 }, and you have { $hours ->
    [0] no hours
    [one] 1 hour
   *[other] { $hours } hours
 }: { $steps ->
    [one] 1 step
   *[other] { $steps } steps
 } at most.

help = Say “5H hearts.2” to load, “5H hearts>3” to move, “done” or “restart”.
help-cards = Say “5H hearts.2” to load, “5H hearts>3” to move, “done” or “restart”. { $hint }
move-or-card = move or card
card-missing = Say which card. { $hint }
card-unread = “{ $word }” is not a card. { $hint }
truck-missing = Say which truck: { $trucks }.
truck-unread = “{ $word }” names no truck. The trucks are { $trucks }.
square-missing = Say which square of { $truck }: { $truck }.0 to { $truck }.{ $last }, from the left.
square-unread = “{ $word }” is not a square of { $truck }.
value-missing = A joker is loaded as a value of your choice: add “as 6”.
value-left-out = Say which value behind “as”, as in “as 6”.
value-unread = “{ $word }” is not a value: a value is 1 to { $most }, as in “as 6”.
one-card = A move uses one card: put “{ $word }” on a line of its own, or “;” before it.
circle-missing = Say to which circle { $truck } goes: “{ $truck }>3”.
circle-unread = “{ $word }” is not a circle of { $truck }.

# Hints: sentences at the end of a refusal.
unused = You can still use { $cards }.
all-used = You have used all cards of the day: play “done”, or “restart”.
at-start = { $count ->
    [0] No truck is still at the start.
    [one] { $trucks } is still at the start.
   *[other] { $trucks } are still at the start.
 }
ready = { $count ->
    [0] No truck is ready to move.
    [one] { $trucks } is ready to move.
   *[other] { $trucks } are ready to move.
 }
open-squares = Open squares: { $squares }.
no-open-square = Nothing more can be loaded on { $truck }.

## Boards

week-day = Week { $week } of 3, day { $day } of 5
headline = { $today }; waiting for: { $names }.
headline-over = The game is over: { $result }
won = { $count ->
    [one] { $names } wins.
   *[other] { $names } share the first place.
 }
won-alone = { $score ->
    [one] { $score } point
   *[other] { $score } points
 }, { $stars }.
suit-change = An hour may also change the suit of a card.

# The text board. Its columns have fixed widths: truck 10, square 6, stands at 10; player 17, the
# others of the scores 7.
cards-of-day = Cards of the day: { $cards }
card-used = { $card } (used)
sheet = { $name }: score now { $score }, { $hours ->
    [0] no hours
    [one] 1 hour
   *[other] { $hours } hours
 } left, { $delivered ->
    [one] 1 truck
   *[other] { $delivered } trucks
 } delivered
sheet-over = { $name }: score { $score }, { $hours ->
    [0] no hours
    [one] 1 hour
   *[other] { $hours } hours
 } left, { $delivered ->
    [one] 1 truck
   *[other] { $delivered } trucks
 } delivered
column-truck = truck
column-square = square
column-stands = stands at
column-pays = pays a week
column-player = player
column-score = score
column-week = week { $week }
column-hours = hours
column-home = home
at-start-of = start / { $last }
at-stop = { $circle }, home
at-circle = { $circle } of { $last }
squares-key = S H D C: for that suit   (4): for a 4   x: lost   .: for anything
scores-key = (20): the week, if it closed now (others: as the day began)   2×5: 5 hours
others = The other sheets, as they stood when the day began:
others-over = The other sheets:
trucks-key = 4 . x: goods, empty, lost   3/8: on circle 3 of 8   +20: home, pays 20
pays-key = (22): would pay 22 a week on the last circle
# At most 8 wide, with a rank of two digits.
ranked-left = { $rank }. left
left = left
done = done
turned-up = Turned up before ({ $count }):
not-seen = Not seen yet ({ $count }):
none = none

# The drawing. Words stand in boxes: keep them short.
drawing = Flip Freighters: { $headline }
over = The game is over
awaited = Waiting for: { $names }
your-turn = Your turn
use-cards = Use each card once: load a square, or move trucks.
day-is-over = You have ended the day.
same-cards = Everybody uses the same three cards.
button-done = done
button-restart = restart
button-end-day = End the day
button-anew = Restart the day
drawn-used = { $card }, used
drawn-hours-left = { $hours ->
    [one] 1 overtime hour left
   *[other] { $hours } overtime hours left
 }
drawn-week = week { $week }
drawn-so-far = so far
drawn-hours = hours
drawn-hours-of = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
 }
drawn-score = points
drawn-score-now = points now
drawn-others = The others, as the day began
drawn-others-over = The others
drawn-a-week = together, a week
drawn-brackets = (15): once it arrives
drawn-sheet = { $whose ->
    [yours] Your sheet
   *[other] { $name }
 }
drawn-playing = still playing
drawn-ranked-left = { $rank }., left
drawn-done = done ✓
drawn-unseen = Not turned up yet, and how many of each ({ $count }, of which 7 never come)
jokers = ★ { $count ->
    [one] { $count } joker
   *[other] { $count } jokers
 }
deliver-title = deliver { $truck } at x1
circle-title = { $truck } to { $circle }
square-title = { $truck }, square { $square }
truck-called = { $truck ->
    [eq] the = truck
    [neq] the ≠ truck
    [six_one] the 6-1 truck
    [one_six] the 1-6 truck
    [any] the truck for anything
    [hearts] the hearts truck
    [clubs] the clubs truck
    [diamonds] the diamonds truck
   *[spades] the spades truck
 }
truck-takes = { $truck ->
    [eq] all the same
    [neq] all different
    [six_one] 6 first, from the right
    [one_six] 1 first, from the right
    [any] anything
    [hearts] hearts
    [clubs] clubs
    [diamonds] diamonds
   *[spades] spades
 }
pays-sum = the sum
pays-double = x1: the sum, end: twice the sum

## Legal moves, in a few lines

choice-load = { $card } on { $squares }
choice-load-as = { $card } as { $values } on { $squares }
choice-drive = { $card } drives { $steps ->
    [one] 1 circle
   *[other] up to { $steps } circles
 } in all, at most: { $drives }
choice-example = { $card } { $square }
choice-example-as = { $card } { $square } as { $value }
choice-one = Write one place a line, for example “{ $load }”.
choice-hint = { $example } { $hours }
choice-hours = { $hours ->
    [one] With your hour of overtime, a card counts 1 more or less (“as N”), or drives 1 circle more.
   *[other] With your { $hours } hours of overtime, a card counts up to { $hours } more or less (“as N”), or drives up to { $hours } circles more.
 }
choice-done = done (ends the day)
choice-restart = restart (takes the day back)

## Options

option-overtime-rule = Overtime
option-overtime-rule-about = What an hour of overtime can do.
option-overtime-rule-basic = Overtime changes values
option-overtime-rule-basic-about = An hour changes the value of a card by 1.
option-overtime-rule-suit-change = Overtime changes values and suits
option-overtime-rule-suit-change-about = An hour changes the value of a card by 1, or lets it be loaded on a square of another suit.
option-show-discard = Lists of cards
option-show-discard-about = Whether everybody can look up the cards of days that are over, and those that are still to come.
option-show-discard-enabled = With lists of cards
option-show-discard-enabled-about = Both lists can be looked at.
option-show-discard-disabled = No lists of cards
option-show-discard-disabled-about = Neither list is shown: it takes a good memory.
