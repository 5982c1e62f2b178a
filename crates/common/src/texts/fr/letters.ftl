### Les courriels.

## Partout

hello = Bonjour { $name },
hello-stranger = Bonjour,
hello-reply = Bonjour { $name },
hello-reply-stranger = Bonjour,
turnpike-at = { $site }, à l’adresse
site-imprint = Mentions légales
site-terms = Conditions d’utilisation
site-privacy = Politique de confidentialité
site-contact = Contact
subject = [{ $site }] { $what } : { $title } ({ $id })
subject-plain = [{ $site }] { $what }
title-with = { $game } avec { $opponents }
names-and-more = { $names } et { $more } autres
practice = C’est une partie d’entraînement : la graine du hasard a été choisie par la personne qui l’a créée.
deal = Vous jouez une donne commune : d’autres ont les mêmes dés et les mêmes cartes dans leurs propres parties, et personne ne voit celles des autres avant sa clôture, { $until }.
deal-closed = Cette partie est sur une donne commune, close depuis le { $until } : d’autres avaient les mêmes dés et les mêmes cartes dans leurs propres parties, et tout le monde peut désormais les connaître.
this-is-game = C’est la partie { $id }.
page-label = La page de la partie :
open-the-game = Ouvrir la partie
way-out = Ne plus recevoir ce genre de courriels
write-above = Écrivez votre réponse au-dessus de cette ligne.
way-out-here = Ne plus recevoir ce genre de courriels :
named = { $name } : { $what }

why-table = Vous recevez ce courriel parce que vous jouez à cette table.
why-sat = Vous recevez ce courriel parce que vous aviez une place à cette table.
why-offered = Vous recevez ce courriel parce que quelqu’un vous offre une place.
why-invited = Vous recevez ce courriel, car { $from } vous invite.
why-account = Vous recevez ce courriel parce que quelqu’un a saisi votre adresse.
why-changed = Vous recevez ce courriel parce qu’il concerne votre compte.
why-code = Vous recevez ce courriel parce que quelqu’un a demandé un code en votre nom.
why-digest = Vous recevez ce courriel parce que vous avez demandé un récapitulatif.
why-wrote = Vous recevez ce courriel parce que vous avez écrit à Turnpike.

## Titres

heading-begins = Le début
heading-own = Votre dernier coup
heading-since = Depuis votre dernier coup
heading-table = À la table
heading-said = Ce qui s’est dit à la table
heading-board = Le plateau
heading-board-end = Le plateau à la fin
heading-moves = Vos coups
heading-moves-more = Autres coups
heading-how = Comment jouer
heading-players = Les joueurs
heading-result = Le résultat
heading-record = Pour mémoire
heading-waiting = On vous attend
heading-else = Ce qui s’est passé d’autre

## Un tour

subject-your-turn = À vous de jouer
subject-reminder = Rappel, à vous de jouer
turn-lead = c’est à vous de jouer à { $title }.
turn-lead-still = c’est toujours à vous de jouer à { $title }.
turn-just-started = La partie vient de commencer.
turn-also = { $count ->
    [one] { $others } décide en même temps.
   *[other] { $others } décident en même temps.
 }
time-left = Vous avez { $left } : jusqu’au { $until }.
time-still = La pendule est arrêtée jusqu’au { $until }.
moves-all = Voici tous vos coups légaux.
moves-some-mail = Voici { $shown } de vos { $all } coups légaux. La ligne « coups » suivie des premiers mots d’un coup en montre d’autres.
moves-some-page = Voici { $shown } de vos { $all } coups légaux. La page les montre tous.
moves-more-mail = Vous avez d’autres coups légaux que ceux-ci. La ligne « coups » suivie des premiers mots d’un coup en montre d’autres.
moves-more-page = Vous avez d’autres coups légaux que ceux-ci. La page et les règles disent lesquels.
moves-links = Un clic sur un coup ouvre une réponse qui le contient : il n’y a plus qu’à l’envoyer.
moves-grouped = Un coup se compose des mots en gras et d’une des fins qui les suivent, par exemple « { $example } ».
moves-joined = « / » veut dire « ou ».
how-forced = Les coups sans choix sont joués pour vous ; la ligne « auto non » y met fin.
how-forced-page = Les coups sans choix sont joués pour vous ; « Heure, langue et coups », dans vos réglages, y met fin.
how-by-mail = Répondez à ce courriel avec vos coups, un par ligne, avec les mots ci-dessus. Ce jeu est nouveau pour vous ? La ligne « comment » explique comment on y joue, « aide » dit ce que vous pouvez écrire d’autre.
how-page = Ouvrez la page de la partie :
how-page-or = Ou bien ouvrez la page de la partie :

said-earlier = { $shown ->
    [one] La page de la partie en montre { $earlier } de plus avant celui-ci.
   *[other] La page de la partie en montre { $earlier } de plus avant ceux-ci.
 }

record-commitment = La graine de tous les dés et de toutes les cartes a été fixée avant le premier coup. Elle reste secrète jusqu’à la fin ; voici son empreinte SHA-256 :
record-commitment-deal = La graine de tous les dés et de toutes les cartes a été fixée avant le premier coup. Elle reste secrète jusqu’à la clôture de la donne ; voici son empreinte SHA-256 :
record-commitment-closed = La graine de tous les dés et de toutes les cartes a été fixée avant le premier coup. La donne est close et tout le monde peut connaître cette graine ; voici son empreinte SHA-256 :
record-head = { $ply ->
    [one] Le journal de la partie compte { $ply } entrée. Il se termine par l’empreinte :
   *[other] Le journal de la partie compte { $ply } entrées. Il se termine par l’empreinte :
 }
record-receipt = Le reçu, signé par le serveur, qui l’atteste :
record-keep = Gardez ce courriel : si quelqu’un changeait ce qui a été joué, vous pourriez le prouver.
record-line = { $ply ->
    [one] Le journal a 1 entrée ; son empreinte commence par { $head }. Le reçu signé se trouve dans le texte brut de ce courriel et dans son en-tête Turnpike-Receipt : gardez le courriel et vous pourrez prouver ce qui a été joué.
   *[other] Le journal a { $ply } entrées ; son empreinte commence par { $head }. Le reçu signé se trouve dans le texte brut de ce courriel et dans son en-tête Turnpike-Receipt : gardez le courriel et vous pourrez prouver ce qui a été joué.
 }
record-receipts = Les reçus signés se trouvent dans l’en-tête Turnpike-Receipt de ce courriel : gardez le courriel et vous pourrez prouver ce qui a été joué.
record-reply = { $ply ->
    [one] Le journal a 1 entrée ; son empreinte commence par { $head }. Le reçu signé se trouve dans l’en-tête Turnpike-Receipt de ce courriel.
   *[other] Le journal a { $ply } entrées ; son empreinte commence par { $head }. Le reçu signé se trouve dans l’en-tête Turnpike-Receipt de ce courriel.
 }
record-reply-table = Le reçu signé pour votre place se trouve dans l’en-tête Turnpike-Receipt de ce courriel : gardez-le.

## Les autres joueurs

at-left = a quitté la partie
at-moves = à son tour de jouer
at-waits = attend
at-holiday = en vacances jusqu’au { $until }
at-holiday-soon = sera en vacances du { $from } au { $until }

## Temps

minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
 }
hours = { $n ->
    [one] { $n } heure
   *[other] { $n } heures
 }
days = { $n ->
    [one] { $n } jour
   *[other] { $n } jours
 }
then-leave = { $grace ->
    [0] Passé ce délai, vous quittez la partie.
    [one] Passé ce délai et une heure de grâce, vous quittez la partie.
   *[other] Passé ce délai et { $grace } heures de grâce, vous quittez la partie.
 }
then-bot = { $grace ->
    [0] Passé ce délai, un bot prend votre place pour de bon.
    [one] Passé ce délai et une heure de grâce, un bot prend votre place pour de bon.
   *[other] Passé ce délai et { $grace } heures de grâce, un bot prend votre place pour de bon.
 }
then-move = { $grace ->
    [0] Passé ce délai, un bot joue ce tour pour vous.
    [one] Passé ce délai et une heure de grâce, un bot joue ce tour pour vous.
   *[other] Passé ce délai et { $grace } heures de grâce, un bot joue ce tour pour vous.
 }
then-end = { $grace ->
    [0] Passé ce délai, la partie s’arrête, et vous finissez en dernière position.
    [one] Passé ce délai et une heure de grâce, la partie s’arrête, et vous finissez en dernière position.
   *[other] Passé ce délai et { $grace } heures de grâce, la partie s’arrête, et vous finissez en dernière position.
 }

## La partie a commencé

subject-started = La partie commence
started-lead = votre partie de { $title } a commencé.
started-turn = C’est à { $names } de jouer.
started-mail = Vous recevrez un courriel quand ce sera à vous.
started-pace = Le temps de chacun : { $pace }.

## La partie est terminée

subject-over = Partie terminée
over-lead = votre partie de { $title } est terminée. { $summary } C’était la partie { $id }.
over-scored = { $score ->
    [one] Vous avez marqué { $score } point.
   *[other] Vous avez marqué { $score } points.
 }
over-you-won = Vous avez gagné.
over-won = { $name } a gagné.
over-share = { $names } se partagent la première place.
over-you = { $name } (vous)
over-left = (a quitté la partie)
over-rank = Rang
over-player = Nom
over-score = Points
over-seed = Plus rien n’est secret. Voici la graine de tous les dés et de toutes les cartes :
over-deal = La graine de tous les dés et de toutes les cartes est encore secrète, car d’autres jouent la même donne. Elle sera publiée à la clôture de la donne : { $until }.
over-commitment = Avant le premier coup, son empreinte SHA-256 a été fixée :
over-again = Encore une partie avec les mêmes personnes ? Touchez « Proposer une revanche » sur la page de la partie.
over-again-mail = Ou répondez à ce courriel par la ligne « revanche ».
happened-earlier = { $earlier ->
    [one] Un événement plus ancien se trouve sur la page de la partie et dans le texte de ce courriel.
   *[other] { $earlier } événements plus anciens se trouvent sur la page de la partie et dans le texte de ce courriel.
 }
over-export = Tout l’historique de la partie tient dans un fichier :
over-verify = Enregistrez-le et vérifiez vous-même chaque dé, chaque coup et le résultat :

## Invitation

subject-invitation = [{ $site }] { $from } vous invite : { $game } ({ $id })
invitation-lead = { $seats ->
    [one] { $from } vous invite à une partie de { $game } en solitaire et vous garde une place.
   *[other] { $from } vous invite à une partie de { $game } à { $seats } et vous garde une place.
 }
invitation-with = Vous jouerez avec { $names }.
invitation-how = Une partie s’étend sur plusieurs jours : vous recevez un courriel chaque fois que vous avez un coup à jouer.
invitation-pace = Le temps de chacun : { $pace }.
invitation-options = Options : { $options }.
invitation-look = Regardez la table et prenez votre place ici :
invitation-board = Un exemple de plateau :
invitation-button = Regarder la table et prendre votre place
invitation-yes = Oui, je joue
invitation-no = Non, merci
invitation-answer = Répondez à ce courriel par « oui » pour prendre la place, ou par « non » pour la laisser à quelqu’un d’autre.
invitation-desk = Si votre réponse risque de perdre le lien avec ce courriel, écrivez « accepter { $id } » ou « refuser l’invitation { $id } ».
invitation-or-look = Vous pouvez aussi regarder d’abord la table et y prendre votre place :
invitation-begins = Avec « oui », vous avez un compte pour cette adresse, sans mot de passe. Sur la page, vous pouvez aussi jouer comme invité. Le lien est pour vous seul : toute personne qui l’a peut prendre la place.
invitation-account = Vous pouvez la prendre tout de suite, comme invité, ou avec un compte : un nom et un mot de passe suffisent. Le lien est pour vous seul : toute personne qui l’a peut prendre la place.
invitation-else = Si vous ne voulez pas jouer, ne faites rien. C’est la partie { $id }.
invitation-game = C’est la partie { $id }.

## La partie est annulée

subject-cancelled = Partie annulée
cancelled-by = { $by } a annulé votre partie de { $title } avant qu’elle ne commence. C’était la partie { $id }. Vous n’avez rien à faire.
cancelled = votre partie de { $title } a été annulée avant de commencer. C’était la partie { $id }. Vous n’avez rien à faire.

## Conversation

subject-chat = Messages à la table
chat-lead = { $count ->
    [one] il y a du nouveau à la table : { $names } vous a écrit dans votre partie de { $title }.
   *[other] il y a du nouveau à la table : { $names } vous ont écrit dans votre partie de { $title }.
 }
chat-answer = Pour répondre à la table, répondez à ce courriel par une ligne qui commence par « dire » :
chat-example = dire Bonjour

## Récapitulatif

digest-none = aucune partie ne vous attend
digest-one = une partie vous attend
digest-many = { $n } parties vous attendent
digest-more = plus de { $n } parties vous attendent
digest-happened = ce qui s’est passé
subject-digest = [{ $site }] Vos parties : { $what }
digest-lead = { $summary }. Voici votre récapitulatif : une fois par jour, tout en un seul courriel.
digest-moves = Vos coups :
digest-answer = Répondez à ce courriel avec vos coups, chaque ligne précédée de l’identifiant de sa partie, par exemple « { $id } { $move } ». La page de la partie montre le plateau, comme la réponse à « { $id } plateau ».

## Une réponse

subject-your-mail = Votre courriel
subject-not-played = Coup refusé
subject-not-done = Demande refusée
subject-partly-done = Exécuté en partie
subject-refused = [{ $site }] { $what } : { $about }
reply-over = La partie est terminée.
reply-your-turn = C’est à vous : répondez à ce courriel avec vos coups, un par ligne.
reply-your-turn-too = { $count ->
    [one] C’est à vous, et { $others } décide en même temps : répondez à ce courriel avec vos coups, un par ligne.
   *[other] C’est à vous, et { $others } décident en même temps : répondez à ce courriel avec vos coups, un par ligne.
 }
reply-not-your-turn = { $count ->
   *[other] Ce n’est pas à vous. C’est à { $others } de décider ; vous recevrez un courriel quand ce sera votre tour.
 }

## Comptes

subject-confirm = Confirmez votre adresse
confirm-lead = veuillez confirmer que cette adresse est la vôtre. Votre code est
confirm-page = Ouvrez cette page pour confirmer :
confirm-signed-in = Ouvrez cette page là où votre session est ouverte, ou saisissez-y le code :
confirm-button = Confirmer l’adresse
confirm-until = Le code sert une seule fois, jusqu’au { $until }. Les courriels de vos parties viendront à cette adresse une fois qu’elle sera confirmée. Si vous n’avez rien demandé, ne faites rien.
subject-sign-in = Votre code de connexion
sign-in-lead = vous avez demandé un code pour vous connecter. Le voici
sign-in-page = Saisissez-le là où vous l’avez demandé, ou ouvrez cette page :
sign-in-button = Se connecter
sign-in-until = Le code et le lien servent une seule fois, jusqu’au { $until }. Ne les donnez à personne : toute personne qui a l’un d’eux peut se connecter à votre place. Si vous n’avez rien demandé, ne faites rien.
subject-reset = Choisissez un nouveau mot de passe
reset-lead = vous avez demandé à changer de mot de passe. Votre code est
reset-page = Choisissez le mot de passe ici. Le lien reste bon même si d’autres ont épuisé le code :
reset-until = Le code sert une seule fois, jusqu’au { $until }. Ne le donnez à personne : toute personne qui l’a peut prendre le contrôle de votre compte. Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.

subject-new-password = Votre mot de passe a changé
changed-password = le mot de passe de votre compte a été changé : { $at }. Les autres appareils sont déconnectés.
subject-address-begun = Une autre adresse pour votre compte
changed-address-begun = quelqu’un qui connaît votre mot de passe a demandé de changer l’adresse de votre compte : { $at }. Vos courriels iront à la nouvelle adresse une fois celle-ci confirmée.
subject-new-address = Votre adresse a changé
changed-address = l’adresse de votre compte a été changée : { $at }. Les courriels vont désormais à la nouvelle.
subject-new-session = Une connexion à votre compte
changed-session = quelqu’un s’est connecté à votre compte, pour la première fois depuis que son mot de passe a été changé par courriel : { $at }.
subject-second-factor-on = Votre second facteur est activé
changed-second-factor-on = le second facteur de votre compte a été activé : { $at }. Désormais, il faut aussi un code de votre application, ou un code de secours, pour se connecter.
subject-second-factor-off = Votre second facteur est désactivé
changed-second-factor-off = le second facteur de votre compte a été désactivé : { $at }. Un seul facteur suffit pour se connecter.
subject-recovery-codes = De nouveaux codes de secours pour votre compte
changed-recovery-codes = de nouveaux codes de secours ont été créés pour votre compte : { $at }. Les anciens ne fonctionnent plus.
subject-recovery-code-used = Un de vos codes de secours a servi
changed-recovery-code-used = quelqu’un s’est connecté à votre compte avec un de vos codes de secours : { $at }. Il ne peut plus servir. Vous pouvez en créer de nouveaux sur la page de votre compte.
subject-passkey-added = Une nouvelle clé d’accès pour votre compte
changed-passkey-added = une clé d’accès a été ajoutée à votre compte : { $at }. Toute personne qui la détient peut se connecter sans votre mot de passe.
subject-passkey-removed = Une de vos clés d’accès a été supprimée
changed-passkey-removed = une clé d’accès a été supprimée de votre compte : { $at }. Elle ne permet plus de se connecter.
subject-token-made = Un nouveau jeton pour un programme
changed-token-made = un jeton a été créé pour votre compte : { $at }. Le programme qui le détient peut faire en votre nom ce que le jeton permet. Vous pouvez le révoquer dans la liste de vos jetons.
subject-push-begun = Un appareil reçoit des notifications de vos parties
changed-push-begun = un navigateur, un téléphone ou un programme reçoit désormais des notifications de vos parties : { $at }. Elles s’arrêtent quand vous vous y déconnectez, ou quand le jeton du programme prend fin.
changed-push = Elles vont à { $device }.
subject-webhook-made = Un webhook pour votre compte
changed-webhook-made = un webhook a été créé pour votre compte, ou son adresse a été changée : { $at }. Son destinataire est informé de vos parties.
changed-not-your-webhook = Si c’était vous, ne faites rien. Sinon, choisissez tout de suite un nouveau mot de passe : tous les autres seront déconnectés. Connectez-vous ensuite et supprimez le webhook : un nouveau mot de passe seul ne le fait pas. Demandez le courriel ici :
subject-webhook-off = Un de vos webhooks est désactivé
changed-webhook-failing = pendant trois jours, le destinataire d’un de vos webhooks n’a rien accepté. Le webhook a été désactivé : { $at }.
changed-webhook-gone = le destinataire d’un de vos webhooks a répondu qu’il ne veut plus rien recevoir (410 Gone). Le webhook a été désactivé : { $at }.
changed-webhook = Il va à { $device }.
changed-webhook-on-again = Ce qui se passe tant qu’il est désactivé ne sera pas envoyé plus tard. Quand son destinataire fonctionne de nouveau, réactivez le webhook par l’appel qui le modifie (PUT) ; si vous n’en avez plus besoin, supprimez-le.
subject-second-factor-guessed = Quelqu’un essaie de deviner votre second facteur
changed-second-factor-guessed = quelqu’un a donné votre mot de passe, ou un code ou un lien d’un courriel qui vous était destiné, puis a saisi des codes faux comme second facteur, plusieurs fois en une journée ; la dernière : { $at }. Cette personne n’est pas connectée. Vous recevez ce courriel une fois par jour au plus.
second-factor-stays = Votre second facteur est activé : il reste demandé pour toute connexion par mot de passe, code ou lien.
changed-from = C’était depuis { $device }.
changed-token = Il s’appelle { $device }.
changed-not-you = Si c’était vous, ne faites rien. Sinon, choisissez tout de suite un nouveau mot de passe : tous les autres seront déconnectés, et ce qu’ils ont commencé sera annulé. Demandez le courriel ici :
changed-not-your-passkey = Si c’était vous, ne faites rien. Sinon, choisissez tout de suite un nouveau mot de passe, connectez-vous et supprimez la clé d’accès sur la page de votre compte : un nouveau mot de passe seul ne le fait pas. Demandez le courriel ici :
changed-not-your-recovery-codes = Si c’était vous, ne faites rien. Sinon, choisissez tout de suite un nouveau mot de passe, ce qui déconnecte tous les autres, connectez-vous et créez de nouveaux codes de secours sur la page de votre compte : un nouveau mot de passe seul n’annule pas ceux des autres. Demandez le courriel ici :
changed-not-your-guesses = Si c’était vous, ne faites rien. Sinon, quelqu’un a votre mot de passe ou lit vos courriels. Changez d’abord le mot de passe de votre messagerie. Choisissez ensuite tout de suite un nouveau mot de passe ici, différent : tous les autres seront déconnectés, et ce qu’ils ont commencé sera annulé. Demandez le courriel ici :
changed-locked = Si c’était vous, ne faites rien. Sinon, écrivez à l’exploitant de ce serveur : un nouveau mot de passe seul ne désactive pas le second facteur.
changed-no-way-back = Si c’était vous, ne faites rien. Sinon, écrivez à l’exploitant de ce serveur : depuis cette adresse, plus rien ne peut être changé.

## Nouvelles d’une table

news-time-up = Temps écoulé
news-timed-out-leave = votre temps est écoulé dans votre partie de { $title } ({ $id }). Vous avez quitté la partie.
news-timed-out-bot = votre temps est écoulé dans votre partie de { $title } ({ $id }). Un bot a pris votre place. Vous pouvez continuer à regarder.
news-timed-out-move = votre temps est écoulé dans votre partie de { $title } ({ $id }). Un bot a joué pour vous, et vous reprendrez à votre prochain tour.
news-timed-out-end = votre temps est écoulé dans votre partie de { $title } ({ $id }). La partie s’est arrêtée là, et vous finissez en dernière position.
news-orders = Ordres annulés
news-orders-told = votre tour est venu dans votre partie de { $title } ({ $id }), mais le coup que vous aviez programmé n’était plus légal. Il est annulé, de même que les ordres qui le suivaient.
news-more-time = Plus de temps
news-extended = { $days ->
    [one] { $by } vous a donné un jour de plus pour votre coup dans votre partie de { $title } ({ $id }). Vous avez { $left } : jusqu’au { $until }.
   *[other] { $by } vous a donné { $days } jours de plus pour votre coup dans votre partie de { $title } ({ $id }). Vous avez { $left } : jusqu’au { $until }.
 }
news-holiday = Vacances
news-holiday-when = { $player } est en vacances du { $from } au { $until }.
news-holiday-then = Pendant ce temps, la pendule est arrêtée pour { $player } dans votre partie de { $title } ({ $id }), et dans toutes vos autres parties avec { $player } dont la cadence le permet. Vous n’avez rien à faire.
news-back = { $player } est de retour de vacances.
news-back-off = { $player } a annulé ses vacances.
news-back-then = La pendule tourne de nouveau pour { $player } dans votre partie de { $title } ({ $id }), et dans toutes vos autres parties avec { $player }.
news-seat = Une place pour vous
news-offered = { $by } vous propose de reprendre une place dans une partie de { $game } en cours. C’est la partie { $id }.
news-offered-mail = Répondez à ce courriel par la ligne « accepter { $id } » ou « refuser l’invitation { $id } ».
news-offered-how = Vous joueriez la suite à partir de la position actuelle. Ouvrez la page de la partie, ou acceptez par l’API, avec votre jeton d’accès :
news-taken = Une place a changé de mains
news-taken-over = { $by } remplace { $from } dans votre partie de { $title } ({ $id }). La partie continue à partir de la position actuelle.
news-free = Une place est libre
news-declined = { $by } a décliné la place offerte dans votre partie de { $title } ({ $id }).
news-declined-how = La partie commence quand toutes les places sont prises. Sur sa page, vous pouvez garder la place pour quelqu’un d’autre ou annuler la partie.
news-offer-declined = { $by } ne reprend pas votre place dans la partie de { $title } ({ $id }). La place reste la vôtre ; vous pouvez la proposer à quelqu’un d’autre sur la page de la partie.

## La page qui arrête les courriels

stop-page = Courriels
stop-turns = les courriels quand c’est à vous de jouer
stop-reminders = les rappels avant une échéance
stop-news = les nouvelles de vos parties
stop-invitations = les invitations
stop-digest = le récapitulatif de vos parties
stop-address = les invitations et les questions à cette adresse
stop-ask = Ne plus recevoir ces courriels ?
stop-what = Cela arrête { $mails }, dans toutes vos parties. Rien n’a changé pour l’instant.
stop-button = Les arrêter
stop-done = Vous ne recevrez plus ces courriels
stop-done-what = Vous ne recevrez plus { $mails }. Était-ce une erreur ?
stop-undo = Les recevoir à nouveau
stop-undone = Vous les recevrez à nouveau
stop-undone-what = Vous recevrez à nouveau { $mails }. Vous pouvez fermer cette page.
stop-others = Vos autres courriels se choisissent dans vos réglages, une fois que vous avez ouvert une session.
stop-failed = Cela n’a pas marché
stop-no-link = Le lien est incomplet, ou son compte est supprimé.

## De l’exploitant

subject-suspended = Votre compte est suspendu
subject-operator-second-factor-off = Votre second facteur est désactivé
subject-reinstated = Votre compte est rétabli
subject-renamed = Vous avez un nouveau nom
subject-paused = Une partie est en pause
subject-resumed = Une partie reprend
subject-ended = Une partie a été annulée
subject-replaced = Un bot joue à votre place
subject-offered = Votre place est proposée à quelqu’un d’autre
operator-suspended = l’exploitant de ce serveur a suspendu votre compte. Votre session est fermée, et vous ne pouvez plus vous connecter. Dans vos parties avec pendule, celle-ci continue de tourner ; dans les autres, des bots ont pris vos places.
operator-reinstated = l’exploitant de ce serveur a levé la suspension de votre compte. Vous pouvez de nouveau vous connecter.
operator-second-factor-off = l’exploitant de ce serveur a désactivé le second facteur de votre compte. Un seul facteur suffit pour se connecter. Réactivez-le dès que vous aurez retrouvé votre application.
operator-renamed = l’exploitant de ce serveur vous a donné un autre nom : { $name }. Connectez-vous désormais avec celui-ci.
operator-paused = l’exploitant de ce serveur a mis la partie { $game } en pause. Personne ne peut jouer, et aucune pendule ne tourne.
operator-resumed = l’exploitant de ce serveur laisse reprendre la partie { $game }. Chacun a encore autant de temps qu’avant la pause.
operator-ended = l’exploitant de ce serveur a annulé la partie { $game }. Elle n’a pas de résultat ; personne ne gagne ni ne perd.
operator-replaced = l’exploitant de ce serveur a donné votre place dans la partie { $game } à un bot.
operator-offered = l’exploitant de ce serveur a proposé votre place dans la partie { $game } à { $name }. Vous continuez à jouer en attendant sa réponse ; après son accord, { $name } joue à votre place.
operator-reason = La raison donnée :
why-operator = Vous recevez ce courriel parce que vous avez un compte sur ce serveur. Écrivez à son exploitant ; ne répondez pas à ce courriel.

## Les dates (noms de langues et de parties selon chrono)

date-locale = fr_FR
date-day = %-d
date-first = 1er
date-on-clock = %A { $day } %B %Y, %H:%M %Z
date-shortly = { $day } %B, %H:%M
date-written = { $day } %B %Y, %H:%M UTC
