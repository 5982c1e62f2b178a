### The archive.

archive-what = The finished public games, the latest first.
archive-any-game = All games
archive-seats = Players
archive-any-seats = Any number
archive-player = Player
archive-opponent = Opponent
archive-result = Result
archive-any-result = Any
archive-result-is = { $result ->
    [win] Won
    [draw] Drawn
   *[loss] Lost
 }
archive-since = Finished from
archive-until = Finished to
archive-random = Open a random game
archive-won = { $name } (won)
archive-tied = { $name } (tied for first)
archive-none = No finished public game matches these filters.
archive-none-yet = No public game has finished here yet.
archive-more = Show more
