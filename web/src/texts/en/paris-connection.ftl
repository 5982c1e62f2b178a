### The board of Paris Connection.

paris-black = black
paris-blue = blue
paris-brown = brown
paris-purple = purple
paris-red = red
paris-yellow = yellow
paris-lettered = { $company } ({ $letter })
paris-build-choose = Build: choose a company.
paris-build-touch = Build { $company }: choose where the track goes on.
paris-build-from-to = { $n ->
    [one] Build { $company } from { $from } to { $to }: 1 locomotive
   *[other] Build { $company } from { $from } to { $to }: { $n } locomotives
 }
paris-build-locomotives = { $n ->
    [one] Build { $company }: 1 locomotive
   *[other] Build { $company }: { $n } locomotives
 }
paris-built-worth = { $built }; the company is then worth { $value }, and you have { $points }.
paris-ends-game = This ends the game.
paris-give-choose = Give 1 share of { $give }: choose what you take.
paris-give-and-take = { $n ->
    [one] Give 1 share of { $give } and take 1 of { $take }: you then have { $points }.
   *[other] Give 1 share of { $give } and take { $n } of { $take }: you then have { $points }.
 }
paris-build = Build { $company }
paris-build-at = Build { $company }: value { $value }, my shares { $held }
paris-value-label = Value:
paris-value = value
paris-in-stock = in stock
paris-give = Give a share of { $company }
paris-mine = mine
paris-take = Take a share of { $company }
paris-companies = Companies and shares
paris-trade-how = Trade: minus for the share that you give, plus for the one or two of a company that you take.
paris-my-points = My points:
paris-too-many = { $n ->
    [one] { $points } for 1 share too many
   *[other] { $points } for { $n } shares too many
 }
paris-hint = Choose a company, then choose the marked hexes of the map to build its track.
paris-enlarge = Enlarge the map
paris-show-more = Show more of the map
paris-choose = Choose a company to build its track, or trade shares.
paris-take-choose = { $n ->
    [one] Take 1 share of { $take }: choose what you give.
   *[other] Take { $n } shares of { $take }: choose what you give.
 }
paris-trade-choose = Trade: choose what you give and what you take.
paris-what = What you do
paris-build-track = Build track
paris-trade-shares = Trade shares
paris-give-1 = Give 1 of your shares
paris-give-1-short = give 1
paris-mine-label = Mine:
paris-take-1-or-2 = Take 1 or 2 shares
paris-take-short = take 1–2
paris-stock-label = Stock:
paris-companies-label = Companies

## Later moves

paris-plan-give = Share to give
paris-plan-take = Share to take
paris-plan-count = Number
paris-plan-company = Company
paris-plan-trade = At my next turn: give 1 × { $give } and take { $count } × { $take }.
paris-plan-worth = Worth
paris-plan-at-worth = Once { $company } is worth { $n } or more: give 1 × { $give } and take { $count } × { $take }.
paris-plan-locomotives = Locomotives
paris-plan-at-stock = Once { $company } has fewer than { $n } locomotives in stock: give 1 × { $give } and take { $count } × { $take }.
paris-plan-city = City
paris-plan-at-city = Once a company has come to { $city }: give 1 × { $give } and take { $count } × { $take }.
