### The page of a player.

player-by-game = By game
player-of-public = Of games that everybody may see.
player-finished = { $n ->
    [one] One game finished
   *[other] { $n } games finished
 }
player-won = { $n } won
player-best = best score: { $points }
player-streak = longest winning streak: { $n }
player-bots = Against bots: { $results }
player-lost = { $n } lost
player-left = Games left early: { $n } of the last { $recent }
player-timed-out = time-outs: { $n }
player-answers = usually answers within { $time }
player-rating = { $seats ->
    [two] Rating for two players: { $rating } ± { $uncertainty }
   *[more] Rating for three or more: { $rating } ± { $uncertainty }
 }
player-rating-provisional = { $seats ->
    [two] Rating for two players: { $rating } ± { $uncertainty }, provisional
   *[more] Rating for three or more: { $rating } ± { $uncertainty }, provisional
 }
player-opponents = Most frequent opponents
player-games-with = { $n ->
    [one] One game
   *[other] { $n } games
 }
player-challenge = Challenge
player-challenge-name = Challenge { $name }
player-game-won = won
player-game-place = place { $rank } of { $of }
player-more-games = More games
player-gone = The name may be mistyped, or the account may be gone.
player-to-games = To the games
player-since = here since { $day }
player-program = A program plays with this account.
player-guest = A guest, who has not signed up.
player-sign-up = Sign up to play with { $name }
player-count-finished = { $n ->
    [one] game finished
   *[other] games finished
 }
player-count-running = { $n ->
    [one] game running
   *[other] games running
 }
player-running-games = Running games
player-finished-games = Finished games
player-all-finished = All finished games
player-follow = Follow
player-following = Following
player-followed = You follow { $name }. Only you can see that.
player-unfollowed = You no longer follow { $name }.
