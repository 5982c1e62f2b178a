### Texts of That's Life!

summary = Roll and move your pawns: the last player to leave a tile must take it, good or bad.

## Events

dealt = The track is laid, from start to finish: { $track }. Every player has { $pawns } pawns on the start.
dealt-guards = The track is laid, from start to finish: { $track }. Every player has { $pawns } pawns on the start, and guards stand on the lucky tiles, +7 and +8.
rolled = { $name } rolls a { $die }.
pawn-moved = { $name } moves a pawn { $from } { $to }.
guard-moved = { $name } moves a guard { $from } { $to }.
collected = { $name } takes { $tile }.
target-due = { $action ->
    [gift] On leaving the gift tile, { $name } must give a tile to { $others }.
   *[steal] On leaving the steal tile, { $name } must steal a tile from { $others }.
 }
tile-moved = { $action ->
    [gift] On leaving the gift tile, { $giver } gives { $tile } to { $receiver }.
   *[steal] On leaving the steal tile, { $receiver } steals { $tile } from { $giver }.
 }
nothing-moved = { $action ->
    [gift] On leaving the gift tile, { $name } would give a tile, but there is none to give or nobody to get it.
   *[steal] On leaving the steal tile, { $name } would steal a tile, but nobody has one.
 }
turned-over = { $face ->
    [gift] The action tile is turned over and now shows gift.
   *[steal] The action tile is turned over and now shows steal.
 }
left = { $name } leaves the game, and the pawns go to the finish.
ended = The game is over: { $places }.

## Refusals

legal-none = Nothing can be done any more.
legal-choose = You may choose { $names }.
choose-player = choose { $name }
no-target = That player cannot be chosen. { $legal }
target-missing = Say whom you choose. { $legal }
target-unread = “{ $word }” names no player who can be chosen. { $legal }
no-own-pawn = None of your pawns stands on { $tile }. { $legal }
no-guards = This game is played without guards. { $legal }
no-guard-there = No guard stands on { $tile }. { $legal }
guard-alone = The guard on { $tile } has no pawn beside it. { $legal }
tile-gone = { $tile } is no longer on the track, or never was. { $legal }
no-such-tile = There is no such tile. { $legal }
no-such-move = “{ $word }” is not a move. { $legal }
at-the-finish = What has reached the finish stays there. { $legal }
say-from-where = Say which tile the piece leaves. { $legal }
ambiguous-tile = “{ $word }” could be any of { $tiles }.
leads-elsewhere = A { $die } leads from { $from } to { $to }, not to { $word }.

## Tiles

lucky = lucky
tile = { $kind ->
    [start] the start
    [lucky] a lucky tile
    [action] an action tile
    [finish] the finish
   *[number] the { $points }
 }
from-tile = { $kind ->
    [start] from the start
    [lucky] from a lucky tile
    [action] from an action tile
    [finish] from the finish
   *[number] from the { $points }
 }
to-tile = { $kind ->
    [start] to the start
    [lucky] to a lucky tile
    [action] to an action tile
    [finish] to the finish
   *[number] to the { $points }
 }
tile-told = { $tile } ({ $worth })
face = { $face ->
    [gift] gift
   *[steal] steal
 }

## Boards

head-roll = That's Life! { $name } is to roll the die.
head-move = That's Life! { $name } is to move, the die shows { $die }.
head-target = That's Life! { $name } is to choose another player.
head-over = That's Life! The game is over.
track-heading = Track, step by step: tile, what it is, who stands there
guards = { $n ->
    [one] guard
   *[other] guard x{ $n }
 }
towers-heading = { $scoring ->
    [basic] Towers, bottom to top, in basic scoring
   *[expert] Towers, bottom to top, in expert scoring
 }
seat-points = { $name }: { $points ->
    [one] { $points } point
   *[other] { $points } points
 }
rank = rank { $rank }
lucky-tiles = { $n ->
    [one] 1 lucky tile
   *[other] { $n } lucky tiles
 }
has-left = has left
no-tiles = no tiles
lucky-turned = { $scoring ->
    [basic] Each lucky tile turns a minus tile of its tower into a plus, worst first.
   *[expert] Each lucky tile turned the tile right under it around.
 }
can-play = { $name } can play
gives = gives { $tile } to { $name }
steals = steals { $tile } from { $name }
goes = goes { $to }
goes-and-takes = goes { $to } and takes { $tile }
goes-and-gives = goes { $to } and gives a tile away
goes-and-steals = goes { $to } and steals a tile
goes-with-nothing = { $action ->
    [gift] goes { $to }, with nothing to give
   *[steal] goes { $to }, with nothing to steal
 }

## Drawings

won = { $n ->
    [one] { $names } wins
   *[other] { $names } share the win
 }
over-points = { $points ->
    [one] The game is over; { $points } point.
   *[other] The game is over; { $points } points.
 }
drawn-can-play = { $whose ->
    [yours] You can play
   *[other] { $name } can play
 }
tower-of = { $whose ->
    [yours] You
   *[other] { $name }
 }
title-roll = { $whose ->
    [yours] Your turn to roll
   *[other] { $name } is to roll
 }
title-move = { $whose ->
    [yours] Your turn to move { $die }
   *[other] { $name } is to move { $die }
 }
title-target = { $whose ->
    [yours] Choose a player
   *[other] { $name } is to choose a player
 }
detail-roll = The last player to leave a tile takes it, good or bad.
detail-move = The die shows { $die }. The last player to leave a tile takes it.
detail-target = { $action ->
    [gift] Whom to give the top tile to.
   *[steal] Whom to steal the top tile from.
 }
lucky-turns = { $scoring ->
    [basic] Each lucky tile ♣ turns the worst minus tile left in its tower into a plus tile.
   *[expert] Each lucky tile ♣ turns the tile under it in the tower into its opposite.
 }
start = Start
finish = Finish
guards-here = guard ×{ $n }
to = { $to }
to-takes = { $to }, takes { $points }
to-takes-lucky = { $to }, takes the lucky tile
to-gives = { $to }, gives a tile away
to-steals = { $to }, steals a tile
to-nothing = { $action ->
    [gift] { $to }, nothing to give
   *[steal] { $to }, nothing to steal
 }
no-tiles-yet = no tiles yet
step-at = step { $step }
leads = leads
on-the-way = { $n ->
    [0] all pawns arrived
    [one] 1 pawn on the way
   *[other] { $n } pawns on the way
 }

## Orders

order-how = Say “pawns back”, “pawns front”, “pawns from m9b” or “pawns onto p8”, with the code of a tile on the track.
order-back = move your pawn that is furthest behind
order-front = move your pawn that is furthest ahead
order-from = move a pawn away from this tile, when one of yours is on it
order-onto = move a pawn onto this tile, when the die leads there

## Options

option-sorting = Order of the tiles
option-sorting-about = How the 32 tiles to be taken lie along the track.
option-sorting-random = Shuffled tiles
option-sorting-random-about = Each game has an order of its own.
option-sorting-standard = Fixed order, lucky tiles early
option-sorting-standard-about = −1 to −8, six lucky tiles, +8 down to +1, then −1 to −10.
option-sorting-variant1 = Fixed order, lucky tiles late
option-sorting-variant1-about = −1 to −8, +1 to +8, six lucky tiles, then −1 to −10.
option-sorting-variant2 = Fixed order, lucky tiles last
option-sorting-variant2-about = −1 to −8, +1 to +8, −1 to −10, then six lucky tiles.
option-action-tiles = Action tiles
option-action-tiles-about = Whether four action tiles lie in the track. The last player to leave one gives a tile away or steals one.
option-action-tiles-true = With action tiles
option-action-tiles-true-about = Four of them lie in the track.
option-action-tiles-false = No action tiles
option-action-tiles-false-about = All tiles between start and finish can be taken.
option-guards = Guards
option-guards-about = Whether eight neutral guards stand on the lucky tiles and on +7 and +8.
option-guards-true = With guards
option-guards-true-about = No tile is taken as long as a guard stands on it.
option-guards-false = No guards
option-guards-false-about = Only pawns stand on the tiles.
option-scoring = Lucky tiles
option-scoring-about = What the lucky tiles in a tower do at the end.
option-scoring-basic = Lucky tiles turn the worst
option-scoring-basic-about = Each lucky tile turns the worst minus tile left in the tower into a plus tile.
option-scoring-expert = Lucky tiles turn the one beneath
option-scoring-expert-about = Each lucky tile turns the tile right under it in the tower into its opposite.
option-pawns = Pawns
option-pawns-about = How many pawns every player has.
option-pawns-3 = 3 pawns each
option-pawns-3-about = For any number of players.
option-pawns-auto = 3 pawns each, 2 with five or six players
option-pawns-auto-about = As in the printed rules.
option-pawns-2 = 2 pawns each
option-pawns-2-about = A short game.
