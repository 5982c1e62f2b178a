### Messages to webhooks of chat services, one sentence each.

hook-test = This is a test of your webhook.
hook-begun = { $game }: the game has begun.
hook-turn = { $game }: it is your turn.
hook-turn-until = { $game }: it is your turn, until { $deadline }.
hook-reminder = { $game }: it is still your turn.
hook-reminder-until = { $game }: it is still your turn, until { $deadline }.
hook-over = { $game }: the game is over.
hook-called-off = { $game }: the game was cancelled.
hook-changed = { $game }: something has changed at the table.
hook-invitation = { $game }: a seat is kept for you.
hook-said = { $game }: { $by } said something at the table.

## The push that tests a browser or phone.

push-test = This is a test
push-test-told = This browser or phone notifies you when it is your turn.
