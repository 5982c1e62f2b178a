### The leaderboards.

leaderboards-of = Leaderboard of { $game }
leaderboards-table = Table
leaderboards-size = { $size ->
    [two] two players
   *[more] three or more players
 }
leaderboards-with-provisional = Include provisional ratings
leaderboards-rating = { $rating } ± { $uncertainty }
leaderboards-provisional = provisional
leaderboards-games = { $n ->
    [one] One rated game
   *[other] { $n } rated games
 }
leaderboards-nobody = Nobody has finished a rated game here yet.
leaderboards-nobody-settled = Nobody has played enough rated games here yet.
leaderboards-more = Show more
leaderboards-how = A finished game with at least two accounts changes the ratings of its players, even if it is private. Games with a guest, practice games and games on a deal do not count, and bots have no rating. Everybody begins with 1500. A rating is provisional while its uncertainty exceeds 250, and the uncertainty grows while you do not play.
