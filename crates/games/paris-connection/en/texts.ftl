### Texts of Paris Connection. A company is named by its id, and each language makes a word of it.

company = { $company }
company-noted = { $company }
shares = { $count } { $company }
list-more = { $others } and { $company }

seine-estuary = Seine estuary
loire-estuary = Loire estuary
gironde-estuary = Gironde estuary
vosges = Vosges
alps = Alps
rhone-delta = Rhône delta

marseille = { $city } is reached
stock = At most one company has locomotives in stock
deserted = Only one player is left

summary = Build railways out of Paris: a company's shares are worth the cities it reaches, and a locomotive is track or a share, never both.

## Events

start-at = { $company } at { $station }
dealt = The companies start around Paris ({ $starts }), everybody is dealt { $shares } shares, and { $name } begins.
hand = { $name } is dealt { $shares }.
hand-empty = { $name } is dealt nothing.
built = { $name } builds { $company } near { $near } ({ $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}), with { $stock } left in stock.
built-reaching = { $name } builds { $company } ({ $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}) and reaches { $cities }; { $company } is worth { $value } now, with { $stock } left in stock.
traded =
    { $name } trades a share of { $give } for { $count } { $count ->
        [one] share
       *[other] shares
    } of { $take } and has { $total } shares now.
left = { $name } leaves the game, and the shares stay away until they are counted.
ended = { $why } and the game is over: { $places }.

## Refusals

hex-named = Hex { $at } of { $count }, { $hex },
hex-unnamed = Hex { $at } of { $count }
open-to = Open to { $company } now: { $hexes }.
open-to-none = Nothing more can be built for { $company }.

unknown-company = There is no such company. The companies are { $companies }.
empty-build = A build names one to five hexes, as in: build red E15 F14.
too-many-locomotives = A build has at most { $most } locomotives, and this one has { $count }.
not-enough-stock = The build has { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
 }, and the stock of { $company } is down to { $stock }.
trailing-placements = { $place } comes too late: { $city } ends the game and must be the last.
unknown-hex = { $place } is not on the map. Hexes are called like F14: row letter, column number.
eiffel-hex = { $place } is the Eiffel tower, where nothing is ever built.
start-hex = { $place } is { $station }: a start hex keeps its one locomotive.
same-company-here = { $place } has a { $company } locomotive already. { $open }
city-occupied = { $place } is { $city }, a city with room for one locomotive, and it is taken. { $open }
hex-full = { $place } has two locomotives, and there is no room for a third. { $open }
not-adjacent = { $place } is not adjacent to a { $company } locomotive. { $open }
not-adjacent-barrier = { $place } is not adjacent to a { $company } locomotive. There is a barrier ({ $barrier }). { $open }
cuts-off = { $place } would cut off { $companies } from every free city, with no city reached yet. { $open }
same-company = The shares you take must be of another company than { $company }.
bad-count = A trade takes 1 or 2 shares, not { $count }.
no-such-share = You have no share of { $company }. You can give one of { $own }.
stock-too-low = You ask for { $count ->
    [one] { $count } share
   *[other] { $count } shares
 } of { $company }, and its stock has { $stock }.

say-action = Say what to build or trade, as in: build red E15 F14, or: trade red blue 2.
no-action = “{ $word }” is not a move. Say what to build or trade, as in: build red E15 F14, or: trade red blue 2.
other-count = You say { $said }, and name { $count ->
    [one] one hex
   *[other] { $count } hexes
 }.
say-company = Say which company builds, as in: build red E15.
say-give = Say which share you give, as in: trade red blue 2.
say-take = Say which shares you take, as in: trade red blue 2.
say-count = Say how many shares of { $company } you take, 1 or 2.
give-one = A trade gives exactly one share, not { $count }.
ambiguous-company = “{ $word }” could be any of { $companies }.
no-hex = “{ $word }” is not a hex. Hexes are called like E15, and a city can be called by its name.
ambiguous-city = “{ $word }” could be any of { $cities }.

## Boards

headline = { $name } is to build or trade.
over = { $why } and the game is over.
over-plain = The game is over.
before-built = Before that { $name } built { $company } near { $near }, on { $hexes }.
before-traded = Before that { $name } traded { $give } for { $taken }.

column-company = Company
column-letter = letter
column-value = value
column-stock = in stock
column-held = held by all
column-own = your shares

players = Players (each share above { $limit } costs { $penalty } points at the end)
player = { $name }: { $total ->
    [one] { $total } share
   *[other] { $total } shares
 }
player-left = has left
player-points = { $score ->
    [one] { $score } point
   *[other] { $score } points
 }
player-rank = rank { $rank }
shares-at = { $shares } at { $value }

map =
    Map: letters are locomotives, * one that started there, a number a free city,
    a dot free country, # the Eiffel tower; a barrier ! blocks the way. A hex
    begins at its column.
barriers = Barriers:
free-cities = Cities that are still free
free-worth = worth { $value }:
city-last = { $city } { $hex } (ends the game)
reached = { $company } has
open = Where the next locomotive can be built, up to five in a turn
open-nowhere = nowhere
or-trade = Or give a share for one or two of another company: { $trade }.

## Drawings

title = Paris Connection: { $headline }
acts = { $whose ->
    [yours] ▶ Your turn
   *[other] ▶ { $name } is to act
 }
shares-of = { $whose ->
    [yours] Your shares
   *[other] { $name }
 }
head-over = The game is over
why = { $why }.
latest-reached = { $name } built { $company } and reached { $cities }.
latest-built = { $name } built { $company } near { $near }: { $count ->
    [one] { $count } locomotive
   *[other] { $count } locomotives
}
latest-traded =
    { $name } gave { $given }
    for { $taken }.

tip = { $what }, { $hex }
tip-taken = { $what }, { $hex }; { $companies }
tip-taken-plain = { $what }; { $companies }
tip-city = { $city }, worth { $value }
tip-city-last = { $city }, worth { $value }, ends the game
tip-country = { $way ->
    [n] country north of { $near }
    [ne] country north-east of { $near }
    [e] country east of { $near }
    [se] country south-east of { $near }
    [s] country south of { $near }
    [sw] country south-west of { $near }
    [w] country west of { $near }
    [nw] country north-west of { $near }
   *[other] country near { $near }
}
tip-company = { $company }: worth { $value }, { $stock } in stock, { $held } held by all
line-shares = { $total ->
    [one] { $total } share
   *[other] { $total } shares
}

legend-1 = city worth 1
legend-2 = city worth 2
legend-3 = city worth 3
legend-4 = Marseille: the end
legend-worth = points for a city
legend-end = 4 ends the game
legend-barrier = barrier
legend-latest = built last

head-company = company
head-value = value
head-stock = stock
head-held = held
sum-shares = shares in all
sum-points = points
sum-points-now = points now
sum-rank = rank
seat-left = has left
seat-acts = ▶ to act
seat-you = you
seat-won = ★ won
limit = Each share above { $limit } costs 20 points at the end.
dash = A dash is what you cannot know.

## Orders

order-how = Say when to do what, such as “when black worth 8: trade yellow black 2”. Conditions are “black worth 8”, “black stock below 5”, “Troyes free” and “Troyes taken”, several with “and”.
order-number = number
order-worth = once, when black is worth 8 or more
order-stock = once, when black has fewer than 5 locomotives in stock
order-free = once, when no company has come to Troyes
order-both = once, when both hold
