### Texts of Ferry Follies.

and-the = { $others } and the { $card }
say-score = score { $from } to { $to }
say-decline = decline
say-or = { $others }, or { $move }

won = won
lost = lost

summary = A solo card game: form runs that total 19 and ferry more cards across than stay behind.

## Cards

head = { $card ->
    [7] Play
    [9] Play
    [13] Passive
    [17] Passive
    [18] Passive
   *[other] Discard
}
text = { $card ->
    [1] put the cards of the row in any order.
    [2] swap two cards of the row.
    [3] put one card of the row on top of the deck.
    [4] shuffle one card of the row into the deck.
    [5] move the card at either end of the row to the middle.
    [6] shuffle two cards of the row into the deck.
    [7] goes anywhere in the row.
    [8] move one card of the row to either end.
    [9] goes upright as a 9 or upside down as a 6.
    [10] swap two cards worth 10 or less.
    [11] move one card exactly two places.
    [12] turn one card of the row face down; it is worth 1.
    [13] a set that holds it may be completed at 18 as well as at 19.
    [14] discard the card in the middle of the row.
    [15] swap two odd cards.
    [16] swap two even cards.
    [17] must be played in the middle of the row.
   *[18] counts double at the end if scored.
}
card = { $head }: { $text }

## Events

dealt = The row is { $row }, and { $name } holds the { $hand }.
drew = { $name } draws the { $card }.
drew-last = { $name } draws the { $card }, the last of the deck.
# A place in the row, counted from 1 at the left.
place = { $n ->
    [1] the 1st card of the row
    [2] the 2nd card of the row
    [3] the 3rd card of the row
   *[other] the { $n }th card of the row
 }
played = { $name } plays the { $card } as { $place }.
played-as = { $name } plays the { $card } as a { $worth }, { $place }.
discarded = { $name } discards the { $card }.
arranged = The row is put in order: { $row }.
swapped = The { $a } and the { $b } change places.
put-on-top = The { $card } goes on top of the deck.
into-empty-deck = The { $cards } goes into the empty deck.
shuffled-in = The { $cards } { $count ->
    [one] is
   *[other] are
} shuffled into the deck.
moved = The { $card } moves and is now { $place }.
stayed = The { $card } stays { $place }.
turned-down = The { $card } is turned face down and is worth 1.
discarded-from-row = The { $card } goes from the row to the discard pile.
scored = { $name } scores { $sum } = { $total }.
scored-otherwise = { $name } scores { $sum } = { $total } (the cards { $cards }).
choice-free = { $name } may score { $sets ->
    [1] a set
   *[other] one of { $sets } sets
} or decline.
choice = { $name } must score one of { $sets } sets.
declined = { $name } declines.
left = { $name } leaves the game.
ended = The game is over: { $scored } for the ferry, { $behind } left behind, score { $score }; { $name } { $how ->
    [won] wins
   *[lost] loses
}.

## Refusals

must-choose = First decide about the sets: say { $choices }.
nothing-to-choose = There is no set to decide about now: play or discard a card.
not-active = This is a game for one: nobody else plays it.
not-a-set = { $from } to { $to } is not a set; say { $choices }.
must-score = A set of 19 must be scored: say { $choices }.
not-in-hand = You do not hold a { $card }; you hold { $hand }.
not-in-row = The { $card } does not lie in the row.
bad-place = A card played into this row lies at a place from 0 to { $last }.
play-in-middle = The 17 is played in the middle of the row: at { $places }.
play-at-end = The { $card } is played at an end: at { $places }.
no-ability = The { $card } has no ability: it can only be played.
ability-unusable = The { $card } needs { $count ->
    [one] a card
   *[other] { $count } cards
 } of { $fit } in the row.
fit-any = any worth
fit-ten-or-less = worth 10 or less
fit-odd = odd worth
fit-even = even worth
middle-of-others = The middle of the other cards is at { $places }.
already-there = The card at place { $index } lies at the { $end } end already.
out-of-row = There is no place two to the { $direction } of place { $index }.
middle-of-row = The middle of the row is at { $places }.
something-else = The card's ability works on something else.
bad-order = The order names each place from 0 to { $last } once.
bad-index = There is no place { $index } here: they run from 0 to { $last }.
same-index = Name two different cards.
wrong-worth = This swaps two cards of { $fit }, and the card at place { $index } is worth { $worth }.

what-move = move
what-discard = the card to discard
which-set = Say which set, by the places of its first and its last card, as in: score 1 to 3.
not-neighbours = The { $one } and the { $other } are not neighbours: say the place, as in “at 2”.
place-unread = “{ $word }” is not a place. Say a number from 0 to { $last }, left, right or middle.
what-from = the place of the leftmost card of the set
what-to = the place of the rightmost card of the set
what-play = the card to play
what-worth = what the 9 is played as
what-order = the place where a card lies now
what-first = the place of the first card
what-second = the place of the second card
what-end = end
what-direction = direction
what-index = the place in the row
what-index-or-side = the place in the row (or left, or right)
what-place = place
say-nine = Say how the 9 is to lie: “play 9 as 9 …” or “play 9 as 6 …”.
only-nine = Only the 9 is played “as” a number.
nine-or-six = The 9 is played as 9 or as 6.
name-order = Name the old place of each card of the new row: “discard 1 order 2 0 1”.
two-middles = The row has two middles: in place of “middle” say { $one } or { $other }.
no-middle = Say left, right or the place in the row.

## Boards

act = { $name } is to play or discard a card.
act-final = { $name } is to play or discard the final card.
may-choose = { $name } may score a set or decline.
choose = { $name } is to choose a set to score.
over-left = { $name } has left. The game is over.
over-won = The game is over: { $name } has won.
over-lost = The game is over: { $name } has lost.

row-empty = The row is empty.
row = The row, left to right:
row-card = card
row-index = place
lies-down = { $card } lies face down and is worth 1.
upside-down = { $card } is the 9 upside down, worth 6.
choices = To choose from:
choice-set = { $move }: { $sum } = { $total }
hand = Hand:
cards = { $count ->
    [0] empty
    [one] 1 card
   *[other] { $count } cards
}
deck = Deck: { $count }
deck-open = Deck: { $count }, from the top { $cards }
deck-top = Deck: { $count }, on top the { $card }
discard-pile = Discarded: { $cards }
scored-pile = Scored: { $cards }
no-cards = none
ferried = { $count } ferried
ferried-double = { $count } ferried (the 18 counts twice)
score = Score: { $ferried } − { $behind } left behind = { $score }
score-now = Score if it ended now: { $ferried } − { $behind } left behind = { $score }

## Drawings

title = Ferry Follies: { $headline }
head-act = { $whose ->
    [yours] Play or discard a card
   *[other] { $name } plays or discards
 }
head-act-final = { $whose ->
    [yours] You have the final card
   *[other] { $name } has the final card
 }
head-may-choose = { $whose ->
    [yours] You may score
   *[other] { $name } may score
 }
head-choose = { $whose ->
    [yours] Choose a set
   *[other] { $name } chooses a set
 }
head-left = { $whose ->
    [yours] You have left
   *[other] { $name } has left
 }
head-won = { $whose ->
    [yours] You have won
   *[other] { $name } has won
 }
head-lost = { $whose ->
    [yours] You have lost
   *[other] { $name } has lost
 }
detail-goal = Neighbours that total 19 fill the ferry.
detail-final = Play or discard it.
detail-may-choose = A set of 18 with the 13 may be declined.
detail-over = The game is over: { $scored } for the ferry, { $behind } left behind.
final-score = final score
score-so-far = if it ended now
mark-down = the { $card }
score-none = score none now
hand-title = Hand
nothing-crossed = Nothing has crossed yet.
crossed = { $count } ferried
crossed-double = { $count } ferried, the 18 counts twice
behind = { $count } left behind
behind-so-far = { $count } not across yet
deck-title = Deck
on-top = on top the { $card }
discard-title = Discarded
discard-empty = none
