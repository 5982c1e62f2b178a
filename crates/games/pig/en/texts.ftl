### Texts of Pig.

summary = Roll as often as you dare, and hold before a 1 takes all that the turn has brought.

## Events

goal = The goal is { $goal } points.
rolled = { $die ->
    [1] { $name } rolls a 1 and loses what was at stake.
   *[other] { $name } rolls a { $die }, and { $points } points are at stake.
 }
held = { $name } holds { $points } points and has { $score }.
left = { $name } leaves the game.
ended = The game is over: { $places }.

## Refusals

nothing-to-hold = Nothing is at stake yet, so there is nothing to hold: roll first.
kind-of-move = kind of move

## Boards and drawings

turn = { $points ->
    [0] { $name } rolls the die
   *[other] { $name } has { $points } points at stake
 }
over = The game is over
points = { $points } points
rank = rank { $rank }
has-left = has left
can-play = { $name } can play

## Orders

order-how = Say “roll until 20”: you hold as soon as 20 points are at stake.
order-roll = roll in your turns until 20 points are at stake, then hold

## Options

option-goal = Goal
option-goal-about = How many points win.
option-goal-100 = 100 points win
option-goal-100-about = The usual game.
option-goal-50 = 50 points win
option-goal-50-about = A short game.
