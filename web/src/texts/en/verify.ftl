### The check of a finished game.

verify-not-a-history = The history is not written as one is, at “{ $place }”.
verify-no-seed = The seed is not published yet, so that nothing can be checked.
verify-contradicts = The history contradicts itself in where its seed comes from.
verify-wrong-seed = The seed is not the one that was promised: its SHA-256 is { $is }, and { $said } was promised.
verify-wrong-secret = The secret behind the hashes is not the one that was promised: its SHA-256 is { $is }, and { $said } was promised.
verify-beginning-changed = The beginning was changed: game, options, or what the players gave are not what was hashed when the game began.
verify-entry-missing = Entry { $n } is missing or not in its place: what stands there calls itself { $said }.
verify-entry-changed = Entry { $n } was changed: it does not fit its hash.
verify-wrong-count = The history has { $is } entries and says that it has { $said }.
verify-wrong-end = The history does not end with the hash that it says it ends with.
verify-other-log = Entry { $n } of the log on this page is not that of the history.
verify-other-deal-seed = The deal promised another seed than the game has.
verify-roll-unseen = Entry { $n } is a roll, and the log shows no dice of it.
verify-beginning-differs = The beginning: the log says “{ $text }” That is not what the seed gives.
verify-entry-gives = Entry { $n }: the log says “{ $text }” The seed gives { $is }.
verify-entry-differs = Entry { $n }: the log says “{ $text }” That is not what the seed gives.
verify-from-deal = The dice derive from the seed of the deal alone, so that everybody who plays it has the same.
verify-from-number = No player gave anything towards the dice: they derive from the seed and the game's number.
verify-gave = { $name } gave “{ $words }”
verify-all-gave = What the players gave went into every die: { $words }.
verify-unknown-draws = This page does not know how the game draws, so it did not check the dice.
verify-dice = { $n ->
    [one] one die
   *[other] { $n } dice
 }
verify-deals = { $n ->
    [one] one deal of cards or tiles
   *[other] { $n } deals of cards or tiles
 }
verify-nothing-drawn = Nothing was rolled or dealt in this game.
verify-derived = { $what }: each was derived again from the seed, and is what the log says.
verify-seed-promised = The seed is the one that was promised before anybody took a seat: its SHA-256 is { $hash }.
verify-seed-of-deal = The seed is the one that the deal promised: its SHA-256 is { $hash }.
verify-seed-chosen = The seed is the one that was promised. The player who made the game chose it, and could know all dice in advance.
verify-entries = { $n ->
    [one] The one entry of the log follows from the beginning by its hash. It was not changed.
   *[other] All { $n } entries of the log follow one another by their hashes. None was changed, left out or added.
 }
verify-fair = Yes. Nobody could choose the dice or cards, and nobody changed the game afterwards.
verify-unchanged = Nobody changed the game afterwards. Its dice and cards were not checked.
verify-unchanged-chosen = Nobody changed the game afterwards. But its maker chose the seed, and could know all dice and cards.
verify-wrong = Something is wrong with this game.
verify-what = What was checked
verify-rules-not = Your browser checked this. It did not check the moves and the result against the rules. This program does:
verify-same-promise = Is it the same promise? Compare the SHA-256 with the one in your mail about the beginning of the game.
verify-save = Save the history
verify-needs-https = This browser checks only over an encrypted connection (https).
verify-dice-fair = Were the dice fair?
verify-game-fair = Was the game fair?
verify-checking = Checking…
verify-check-dice = Check the dice
verify-check-game = Check the game
