### Nachrichten an Webhooks von Chatdiensten, je ein Satz.

hook-test = Dies ist ein Test deines Webhooks.
hook-begun = { $game }: Die Partie hat begonnen.
hook-turn = { $game }: Du bist am Zug.
hook-turn-until = { $game }: Du bist am Zug, bis { $deadline }.
hook-reminder = { $game }: Du bist noch immer am Zug.
hook-reminder-until = { $game }: Du bist noch immer am Zug, bis { $deadline }.
hook-over = { $game }: Die Partie ist zu Ende.
hook-called-off = { $game }: Die Partie wurde abgesagt.
hook-changed = { $game }: Am Tisch hat sich etwas geändert.
hook-invitation = { $game }: Ein Platz ist für dich reserviert.
hook-said = { $game }: { $by } hat am Tisch etwas gesagt.

## Was gesendet wird, um einen Browser oder ein Telefon zu testen.

push-test = Dies ist ein Test
push-test-told = Dieses Gerät meldet sich, wenn du am Zug bist.
