### The board of Buttons.

buttons-cell-red = red cell
buttons-cell-yellow = yellow cell
buttons-cell-green = green cell
buttons-cell-blue = blue cell
buttons-cell-at = { $cell }, row { $row }, column { $col }
buttons-chosen = Stars chosen: { $n } of { $all }
buttons-choose-others = Choose others
buttons-hint = Each roll marks the cells where you can place a button: choose one, or pass.
buttons-ahead = { $n ->
    [one] One star ahead of { $name }.
   *[other] { $n } stars ahead of { $name }.
 }
buttons-behind = { $n ->
    [one] You are { $place }, one star behind the winner.
   *[other] You are { $place }, { $n } stars behind the winner.
 }
buttons-decided-line = Five stars in a line decided it.
buttons-score-line = { $stars }, and { $points } points for five in a line
buttons-become-stars = { $n ->
    [one] This button becomes a star.
   *[other] These { $n } buttons become stars.
 }
buttons-touch-more = { $n ->
    [one] Choose one more button to become a star.
   *[other] Choose { $n } more buttons to become stars.
 }
buttons-opt-out = { $n ->
    [one] Opt out and earn one star.
   *[other] Opt out and earn { $n } stars.
 }
buttons-roll = Roll the dice.
buttons-touch-roll = Choose Roll to roll the dice.
buttons-pass = Place nothing on this roll.
buttons-place = Place a button: { $cell }.
buttons-roll-or-out = Roll the dice, or opt out with what you have.
buttons-touch-or-pass = Choose the marked cell, or pass.
buttons-touch-cell = Choose a marked cell to place a button.
buttons-plan-round = Round
buttons-plan-stars = Stars
buttons-plan-until-stars = In round { $round }: roll until I would get { $n } ★, then opt out.
buttons-plan-buttons = Buttons
buttons-plan-until-buttons = In round { $round }: roll until I have { $n } buttons, then opt out.
buttons-plan-gold-always = When others roll: always take the cell of the golden die.
buttons-plan-gold-never = When others roll: always pass.
buttons-plan-gold-colours = When others roll: take only these, and pass otherwise: { $colours }
buttons-plan-colours = Colours
