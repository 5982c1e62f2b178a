### Messages aux webhooks des services de discussion, une phrase chacun.

hook-test = Ceci est un essai de votre webhook.
hook-begun = { $game } : la partie a commencé.
hook-turn = { $game } : c’est à vous de jouer.
hook-turn-until = { $game } : c’est à vous de jouer, jusqu’au { $deadline }.
hook-reminder = { $game } : c’est toujours à vous de jouer.
hook-reminder-until = { $game } : c’est toujours à vous de jouer, jusqu’au { $deadline }.
hook-over = { $game } : la partie est terminée.
hook-called-off = { $game } : la partie a été annulée.
hook-changed = { $game } : quelque chose a changé à la table.
hook-invitation = { $game } : une place vous est réservée.
hook-said = { $game } : { $by } a dit quelque chose à la table.

## Ce qui est envoyé pour essayer un navigateur ou un téléphone.

push-test = Ceci est un essai
push-test-told = Cet appareil vous prévient quand c’est à vous de jouer.
