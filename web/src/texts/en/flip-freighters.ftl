### The board of Flip Freighters.

freight-joker = joker
freight-truck-equal = the = truck
freight-truck-unequal = the ≠ truck
freight-truck-down = the 6-1 truck
freight-truck-up = the 1-6 truck
freight-truck-any = the truck for anything
freight-truck-hearts = the hearts truck
freight-truck-clubs = the clubs truck
freight-truck-diamonds = the diamonds truck
freight-truck-spades = the spades truck
freight-costs = { $n ->
    [one] It costs 1 hour of overtime.
   *[other] It costs { $n } hours of overtime.
 }
freight-load = Load the { $card } on { $truck }.
freight-load-as = Load the { $card } as { $value } on { $truck }.
freight-trip = { $n ->
    [one] { $truck } 1 step
   *[other] { $truck } { $n } steps
 }
freight-drive = Drive { $trips } with the { $card }.
freight-unused = { $n ->
    [one] 1 card stays unused.
   *[other] { $n } cards stay unused.
 }
freight-end-day = End the day.
freight-start-over = Start the day over: all cards can be used again.
freight-ends-day = That ends the day.
freight-card-square = The { $card }: on a square.
freight-card-circle = The { $card }: to a circle.
freight-card-square-or-circle = The { $card }: on a square, or to a circle.
freight-steps-left = { $n ->
    [one] 1 step is left.
   *[other] { $n } steps are left.
 }
freight-delivered = Delivered: { $pay } a week.
freight-overtime = { $n ->
    [one] 1 hour of overtime
   *[other] { $n } hours of overtime
 }
freight-no-overtime = no overtime
freight-value-label = What the card counts as when it is loaded
freight-one-less = One less
freight-load-value = Load it as { $value }
freight-one-more = One more
freight-take-back = Take the last card back
freight-go-on = Go on with my day
freight-day-so-far = Your day so far
freight-day-ended = You have ended the day. Until the others have, you can go on with it.
freight-cards-to-come = Cards to come
freight-my-sheet = My sheet
freight-board-shows = What the board shows
freight-as-began = As it stood when the day began.
freight-no-stars = no stars
freight-weeks = { $weeks } for the weeks
freight-hours-left = { $n ->
    [one] { $points } for 1 hour left
   *[other] { $points } for { $n } hours left
 }
freight-hint = Choose a card, then choose the marked place on a truck or road where you use it.
freight-plan-none = The cards of the next day are not known yet, so there is nothing to plan for it.
