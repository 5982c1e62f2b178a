### The settings.

settings-title = Réglages
settings-subjects = Rubriques
settings-all = Tous les réglages
settings-notifications = Notifications
settings-device = Couleurs, grands plateaux, sons
settings-time = Langue et heure
settings-zone-and-mails = Fuseau horaire et courriels
settings-playing = Parties
settings-security = Compte et sécurité
settings-data = Données personnelles
settings-sign-in-for-rest = Connectez-vous pour voir le reste : courriels, vacances, clés d’accès et tout ce qui est à vous.
settings-sign-in-to-confirm = Connectez-vous, puis confirmez l’adresse.
settings-none = Aucun.
settings-end-it = Révoquer
settings-turn-off = Désactiver
settings-turn-on = Activer
settings-since = Depuis le { $since }

## The mail address and the password

address-title = Adresse et mot de passe
address-confirmed = L’adresse est confirmée.
address-code-to = Le code du courriel à { $address }
address-confirm = Confirmer l’adresse
address-changed-code = C’est changé. Un courriel avec un code est en route vers la nouvelle adresse.
address-changed = C’est changé.
address-mail-goes-to = Les courriels vont à { $address }. Cette adresse est prévenue de chaque changement.
address-new = Nouvelle adresse de courriel
address-new-password = Nouveau mot de passe (8 à 256 caractères)
address-current-password = Votre mot de passe actuel
address-change = Changer

## Appearance

device-title = Apparence
device-theme-auto = Comme l’appareil
device-theme-light = Clair
device-theme-dark = Sombre
device-kept = Retenu par ce navigateur.
device-only-this = Pour ce navigateur seulement.
device-colours = Couleurs
device-this = Ce navigateur
device-once-complete = Dès qu’un coup est complet
device-language = Langue des pages
device-sending-hint = Contre des bots seuls, un coup part tout de suite, sauf si vous voulez le confirmer. Vous confirmez toujours un coup qui met fin à quelque chose.
device-sending = Envoi des coups
device-large-hint = Sur un écran étroit, les plateaux le dépassent alors et se font défiler.
device-large = Grands plateaux
device-sounds-hint = Un tic quand la page prend en compte votre geste, et une note quand c’est à vous. Les téléphones vibrent aussi, s’ils le peuvent.
device-sounds = Sons et vibrations

## Addresses for calendars and feed readers

feeds-title = Adresses pour votre calendrier
feeds-copy = Copiez les adresses : elles ne sont affichées que cette fois. Qui en connaît une peut lire ce qu’elle montre.
feeds-end-ask = Supprimer les adresses de votre calendrier et de votre fil ?
feeds-end-yes = Les supprimer
feeds-hint = Un programme d’agenda trouve vos échéances à une adresse, et un lecteur de flux ce qui vous attend.
feeds-made = Vous avez des adresses, créées le { $at }. De nouvelles les remplacent.
feeds-none = Vous n’en avez pas.
feeds-calendar = Calendrier : { $address }
feeds-feed = Fil : { $address }
feeds-make = Créer des adresses

## Holidays

holidays-title = Vacances
holidays-taken = C’est noté. Vos adversaires sont prévenus.
holidays-end-ask = Mettre fin à ces vacances ? Les jours commencés restent pris.
holidays-hint = Vos pendules s’arrêtent pendant ce temps, dans les parties dont la cadence le permet. Vos adversaires le voient.
holidays-left = { $n ->
    [1] Il reste un jour sur { $year } cette année.
   *[other] Il reste { $n } jours sur { $year } cette année.
 }
holidays-from-to = du { $from } au { $until }
holidays-first = Premier jour
holidays-first-hint = Vide : tout de suite.
holidays-last = Dernier jour
holidays-take = Prendre des vacances

## Leaving

leaving-no-games = Vous n’avez encore terminé aucune partie.
leaving-downloaded = Le fichier est parmi vos téléchargements.
leaving-export-hint = Les relevés de toutes les parties que vous avez terminées, un par ligne : qui les a peut les rejouer et les vérifier.
leaving-download = Les télécharger
leaving-delete-ask = Supprimer votre compte, pour de bon ?
leaving-delete-yes = Le supprimer
leaving-deleted = Votre compte est supprimé.
leaving-delete-hint = Nom, adresse, mot de passe et sessions sont effacés. Les parties jouées restent, sous un nom anonyme ; vos tables qui n’ont pas commencé sont annulées. Personne ne peut prendre votre nom pendant un an.

## Moves without a choice

forced-title = Coups sans choix
forced-hint = Un lancer, le seul pion qui peut bouger, la fin d’un jour où il ne reste pas de carte : dans toutes vos parties, sans courriel.
forced-yes = Jouer pour moi les coups sans choix

## Mails

mail-title = Notifications par courriel
mail-turn = C’est à vous de jouer
mail-reminders = Rappels avant une échéance
mail-news = Nouvelles : débuts, fins, vacances et ainsi de suite
mail-invitations = Invitations
mail-at-once = Tout de suite
mail-digest = Dans le récapitulatif
mail-never = Pas du tout
mail-confirm-sent = Un courriel avec un lien est en route. Suivez-le, et les courriels sur vos parties reviendront.
mail-suspended = { $reason ->
    [bounced] Un courriel à votre adresse est revenu : aucun courriel sur vos parties n’y est envoyé depuis le { $since }.
    [complained] Un de nos courriels a été signalé comme indésirable à votre adresse : aucun courriel sur vos parties n’y est envoyé depuis le { $since }.
   *[other] Un courriel n’est pas arrivé : aucun courriel sur vos parties n’y est envoyé depuis le { $since }.
 }
mail-unconfirmed = Votre adresse n’est pas encore confirmée : aucun courriel sur vos parties n’y est envoyé.
mail-saved = Enregistré. Cela vaut aussi pour les courriels qui ne sont pas encore partis.
mail-digest-hour = Heure du récapitulatif
mail-digest-hint = Un courriel par jour, avec toutes les parties qui vous attendent et ce qui s’est passé ; aucun quand il n’y a rien à dire.
mail-quiet = Heures calmes
mail-quiet-from = De
mail-quiet-to = À
mail-wait-while-here = Retenir les courriels « à vous de jouer » tant que je suis ici
mail-answer-each = Répondre à chacun de mes courriels, même quand mes coups sont joués et que ce n’est plus à moi de jouer

## Passkeys

passkeys-title = Clés d’accès
passkeys-default-name = Une clé d’accès
passkeys-added = La clé d’accès est ajoutée. Vous pouvez désormais vous connecter avec elle.
passkeys-remove-ask = Supprimer la clé d’accès « { $name } » ?
passkeys-remove = Supprimer
passkeys-hint = Une clé d’accès vous connecte sans mot de passe et sans second facteur : votre téléphone, votre ordinateur ou votre clé vérifie que c’est bien vous.
passkeys-used = Ajoutée le { $added } · dernière utilisation le { $used }
passkeys-unused = Ajoutée le { $added } · jamais utilisée
passkeys-new-name = Nom de la nouvelle
passkeys-add = Ajouter une clé d’accès
passkeys-unsupported = Ce navigateur ne connaît pas les clés d’accès.

## Muted and blocked players

people-title = Joueurs masqués et bloqués
people-nobody = Personne.
people-unnotified = Ils n’en apprennent rien.
people-muted = Messages masqués
people-muted-hint = Ce qu’ils disent ne vous est ni montré ni envoyé, dans aucune partie.
people-blocked = Bloqués
people-blocked-hint = De plus, aucun de vous ne peut inviter l’autre ni rejoindre une partie que l’autre a créée. Les parties en cours continuent.
people-block = Bloquer

## Notifications on devices

push-title = Notifications sur cet appareil
push-denied = Le navigateur ne le permet pas. Autorisez d’abord les notifications de cette page dans ses réglages.
push-on = Les notifications sont activées. La première, un essai, est en route.
push-sent = Une notification est en route vers { $name }.
push-end-ask = Arrêter les notifications sur { $name } ?
push-end-yes = Arrêter
push-hint = Vos tours, et ce qui se passe autour de vos parties, en notification à l’écran. Un quart d’heure plus tard, un courriel suit si vous n’êtes pas revenu entre-temps.
push-since-last = Depuis le { $since } · dernier envoi le { $last }
push-since-never = Depuis le { $since } · pas encore d’envoi
push-try = Essayer
push-unsupported = Ce navigateur ne peut pas montrer de notifications.
push-turn-on = Activer ici

## Sessions

sessions-title = Vos sessions ouvertes
sessions-unknown-device = Un appareil inconnu
sessions-end-ask = Déconnecter { $device } ?
sessions-end-all-ask = Se déconnecter partout, ici aussi ?
sessions-this = celle-ci
sessions-signed-in = Connexion le { $at } · dernière utilisation le { $used }
sessions-end-all = Se déconnecter partout

## Connected apps

tokens-title = Applications connectées
tokens-week = une semaine
tokens-month = un mois
tokens-quarter = trois mois
tokens-year = un an
tokens-copy = Copiez le jeton : il n’est montré que cette fois.
tokens-revoke-ask = Révoquer ce que « { $name } » peut faire ?
tokens-hint = Chacun a un jeton, que vous ou une de nos pages lui avez donné. Il ne connaît aucun de vos mots de passe.
tokens-may = Il peut : { $deeds }.
tokens-used = dernière utilisation le { $used } · jusqu’au { $until }
tokens-unused = jamais utilisé · jusqu’au { $until }
tokens-token = Jeton : { $token }
tokens-make = Créer un jeton
tokens-name = Comment appeler le programme
tokens-may-label = Il peut
tokens-how-long = Pour combien de temps

## The second factor

totp-title = Second facteur
totp-off-ask = Désactiver le second facteur ?
totp-is-on = { $n ->
    [1] Il est activé : il faut aussi un code de votre application pour se connecter. Il reste un code de secours.
   *[other] Il est activé : il faut aussi un code de votre application pour se connecter. Il reste { $n } codes de secours.
 }
totp-is-off = Il est désactivé. Une fois activé, il faut aussi un code d’une application de votre téléphone pour se connecter.
totp-scan = Scannez ceci avec l’application qui montre vos codes, ou saisissez-y le secret. Donnez ensuite le premier code qu’elle montre.
totp-qr = Le secret sous forme de code QR
totp-code = Le code que montre l’application
totp-recovery = Vos codes de secours.
totp-recovery-hint = Chacun vous connecte une fois sans l’application. Ne les gardez pas avec elle : ils ne seront plus affichés.
totp-recovery-new = Créer de nouveaux codes de secours
totp-set-up = Configurer

## Webhooks

webhooks-title = Webhooks
webhooks-on-turn = C’est à vous de jouer
webhooks-on-reminder = C’est encore à vous, et le temps passe
webhooks-on-start = Une partie commence
webhooks-on-end = Une partie est terminée ou annulée
webhooks-on-news = Temps écoulé, place qui change de mains, vacances et autres
webhooks-on-invited = Une place vous est réservée ou offerte
webhooks-on-chat = Quelqu’un dit quelque chose à la table
webhooks-on-test = Un test
webhooks-own-program = Un programme à vous : JSON signé (Standard Webhooks)
webhooks-waits = en attente
webhooks-arrived = arrivé
webhooks-failed = échoué
webhooks-given-up = abandonné
webhooks-off-yourself = Vous l’avez désactivé
webhooks-off-failing = Il a été désactivé, car rien n’est arrivé pendant trois jours
webhooks-off-gone = Il a été désactivé, car son adresse a répondu qu’elle n’existait plus
webhooks-nothing-yet = Rien encore.
webhooks-answer = réponse { $answer }
webhooks-next-try = prochain essai { $at }
webhooks-test-sent = Un test est en route.
webhooks-copy-new-secret = Copiez le secret : il n’est montré que cette fois. Le précédent vaut encore un jour.
webhooks-delete-ask = Supprimer ce webhook ?
webhooks-delete = Supprimer
webhooks-one-game = D’une seule partie
webhooks-failing-since = Rien n’est arrivé depuis le { $since }
webhooks-test = L’essayer
webhooks-deliveries = Envois
webhooks-new-secret = Un autre secret
webhooks-secret = Secret : { $secret }
webhooks-made-test = C’est fait. Essayez-le.
webhooks-made-copy = C’est fait. Copiez le secret : il n’est montré que cette fois.
webhooks-hint = Un salon de discussion ou un programme à vous apprend ce qui se passe dans vos parties.
webhooks-make = Créer un webhook
webhooks-receiver = Destinataire
webhooks-address = Son adresse
webhooks-address-hint = Telle que le service la montre. Elle commence par https et se trouve sur l’internet public.
webhooks-notify-when = Il est prévenu quand

## Time, language and moves

you-no-zone = Ce fuseau horaire n’existe pas. Prenez-en un comme Europe/Paris.
you-zone = Votre fuseau horaire
you-zone-hint = Pour les heures, les échéances et les vacances.
you-zone-device = Cet appareil est à l’heure de { $zone }.
you-zone-take = Utiliser celui-ci
you-mail-language = Langue de vos courriels
