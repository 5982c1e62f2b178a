### Réponses aux courriels.

## À tout courriel

answer-line = La ligne { $n } (« { $line } »)
answer-too-many-lines = Votre courriel a { $n } lignes ; le serveur en lit { $most } au plus, avec une commande par ligne. Rien n’a été fait. Mettez une ligne avec deux traits d’union (--) au-dessus de ce qui n’est pas pour le serveur.
answer-no-line = Aucune ligne de votre courriel ne s’adresse au serveur : les citations, les salutations et les signatures sont laissées de côté. Rien n’a été fait.
answer-encrypted = Votre courriel est chiffré, et ce serveur n’a pas la clé pour le lire. Rien n’a été fait. Renvoyez-le sans chiffrement ; une signature ne gêne pas.
answer-title-games = Vos parties
answer-title-rules = Les règles de { $game }
answer-no-rules = Ce serveur n’a pas les règles de ce jeu.
answer-no-section = Les règles n’ont pas de section « { $section } ».

## À un courriel sur une partie

answer-played = Joué : { $moves }.
answer-move = « { $move } »
answer-move-then = { $before }, puis « { $move } »
answer-made-for-you = « { $move } » a déjà été joué pour vous, car vous n’aviez pas d’autre choix. Écrivez-le encore une fois si vous pensiez à un autre coup.
table-made-for-you = « { $move } » a déjà été joué pour vous, car vous n’aviez pas d’autre choix.
answer-nothing-played = Rien n’a été joué.
answer-nothing-here = Rien n’a été fait dans cette partie.
answer-nothing-at-all = Rien de ce que demande votre courriel n’a été fait.
answer-all-or-none = Rien n’a été joué : les coups d’un courriel sont joués tous ou pas du tout.
answer-stale = La partie a avancé depuis le courriel auquel vous répondez. { $nothing } Voici le plateau maintenant : répondez à ce courriel-ci pour jouer.
answer-illegal = { $line } est refusée. { $why } { $nothing }
answer-not-now = { $line } n’est pas jouable maintenant. { $why } { $nothing }
answer-left-out = { $line } est refusée. { $why }
answer-not-tried = Laissé de côté : { $moves }.
answer-gone-on = La partie a avancé entre-temps.
answer-game-over = La partie est terminée : cette adresse n’accepte plus de coups. { $nothing }
answer-invalid = { $why } { $nothing }
answer-title-happened = Ce qui s’est passé
answer-archive = L’historique de la partie, tel que vous pouvez le voir, est joint à ce courriel.
answer-archive-large = L’historique de la partie est trop volumineux pour un courriel. Téléchargez-le sur la page de la partie : { $url }
answer-archive-alone = Écrivez « archive » dans un courriel sur une seule partie : son historique est joint à la réponse.
answer-title-history = Ce qui s’est passé jusqu’ici
answer-last-lines = { $n ->
    [one] Voici la dernière ligne de l’historique.
   *[other] Voici les { $n } dernières lignes de l’historique.
 }
answer-whole-move = « { $move } » est un coup complet.
answer-begins-move = « { $move } » est le début d’un coup.
answer-title-next = Ce qui peut suivre
answer-title-legal = Les coups légaux qui commencent ainsi
answer-resign-alone = Pour abandonner, envoyez un courriel avec cette seule ligne. Rien de ce que demande votre courriel n’a été fait.
answer-resign = Voulez-vous quitter cette partie pour de bon ? Alors répondez à ce courriel par « oui », ou par la ligne « abandonner oui ». Nous n’avons rien fait pour l’instant.
answer-who = Place { $seat } : { $name }
answer-who-left = Place { $seat } : { $name }, a quitté la partie
answer-who-moves = Place { $seat } : { $name }, à son tour de jouer
answer-title-orders = Vos ordres
answer-title-orders-known = Les ordres que ce jeu connaît
answer-order = { $example } : { $does }
answer-orders-none = Vous n’avez pas d’ordres dans cette partie. La ligne « ordres » suivie de coups, séparés par « ; », les joue quand vient votre tour.
answer-orders-end = Personne d’autre ne voit vos ordres. « orders off » les annule tous.
answer-orders-off = Vos ordres dans cette partie sont annulés.
answer-orders-stopped = Le serveur s’est arrêté pendant qu’il traitait votre courriel. Il a peut-être joué une partie des coups ordonnés ; ordonnez de nouveau ceux qui manquent.
answer-order-unknown = L’ordre « { $order } » n’est pas compris : { $why } { $nothing }
answer-rematch = La partie { $id } est proposée, et vous y avez une place. Elle commence quand les autres l’ont rejointe.
answer-rematch-missed = Une revanche, la partie { $id }, a été créée, et vous n’y avez pas de place.
answer-stay = Vous restez dans la partie.
answer-nothing-to-resign = La partie est terminée : il n’y a plus rien à abandonner.
answer-left = Vous avez quitté la partie.
answer-title-how = Comment jouer par courriel
answer-how =
    Répondez à un courriel sur une partie avec vos coups, un par ligne, avec
    les mots que montre le courriel. Les citations, les salutations et les
    signatures sont laissées de côté. Les coups d’un courriel sont joués tous
    ou pas du tout. Les mots que voici ne sont pas des coups :

## Discussion et notes

answer-said = Dit à la table : « { $text } ».
answer-not-said = Message non envoyé : « { $text } ». { $why }
answer-title-said = Ce qui s’est dit à la table
answer-said-by = { $name } ({ $at } UTC) : { $text }
answer-nothing-said = Rien n’a encore été dit à la table.
answer-title-note = Votre note
answer-not-noted = Note non enregistrée : « { $text } ». { $why }
answer-no-note = Vous n’avez pas de note sur cette partie. La ligne « note TEXTE » en écrit une.

## À un courriel qui n’est pas sur une partie

answer-stranger = Aucun compte n’a confirmé l’adresse d’où vous écrivez. Créez un compte sur { $url }, confirmez votre adresse, et écrivez à nouveau. Rien n’a été fait.
answer-which-game = Ce courriel concerne plusieurs parties. Commencez chaque ligne par l’identifiant de la partie dont il s’agit.
answer-not-understood = { $line } n’est pas comprise. { $why } Rien n’a été fait.
answer-taken-back = { $line } semble annuler ou corriger ce qui précède : nous n’avons donc rien fait de ce que demande votre courriel. Renvoyez un courriel avec les seuls coups que vous voulez jouer.
answer-confirm = N’importe qui peut écrire en votre nom : rien n’a donc encore été fait. Si ce message est de vous, répondez à ce courriel par « oui » dans les { $days } jours. Sinon, ne faites rien.
answer-confirm-seat = Un courriel à l’adresse secrète de votre place est venu de « { $from } », et rien ne montre qu’il est de vous. Rien n’a donc encore été fait. S’il est de vous, répondez à ce courriel par « oui » dans les { $days } jours : nous ferons ce qu’il demande, et les courriels de cette adresse compteront désormais comme les vôtres. Sinon, quelqu’un connaît votre adresse secrète : la ligne « nouvelles adresses », en réponse à tout autre courriel sur une partie, la remplace.
answer-reset = Vos places ont de nouvelles adresses secrètes, et les anciennes ne servent plus : vous ne pouvez plus répondre aux courriels que vous avez déjà. Le prochain courriel de chaque partie aura la nouvelle.
answer-confirm-board = Ce courriel ne dit pas à quel plateau il répond, ou il répond à un plateau plus ancien. Si vous dites « oui », ses coups sont joués sur ce plateau-ci.
answer-ask-board = Les coups ci-dessous n’ont pas encore été joués : votre courriel ne dit pas à quel plateau il répond, ou il répond à un plateau plus ancien. Voici le plateau maintenant. Répondez « oui » dans les { $days } jours, et ils y seront joués.
answer-title-asked = La demande
answer-forgotten = Rien n’a été fait, et votre demande est effacée.
answer-stopped = Le serveur s’est arrêté pendant qu’il traitait votre courriel. Une partie de ce que vous demandiez est peut-être faite : voici vos parties maintenant. Redemandez ce qui manque.
answer-made = La partie { $id } de { $game } est créée. Vous recevrez un courriel quand ce sera à vous de jouer.
answer-begun = La partie { $id } de { $game } a commencé.
answer-gave = Pour ses dés, vous avez donné : « { $entropy } ».
answer-gave-id = Pour ses dés, vous avez donné le SHA-256 du Message-ID de votre courriel : « { $entropy } ». La ligne « entropie MOTS » donne des mots de votre choix.
answer-title-receipt = Reçu
answer-joined = Vous avez une place dans la partie { $id }. Vous recevrez un courriel quand ce sera à vous de jouer.
answer-joined-begun = Vous avez une place dans la partie { $id }, et elle a commencé.
answer-declined = Vous n’avez pas de place dans la partie { $id }.
answer-no-such-game = Cette partie n’existe pas. Rien n’a été fait à ce sujet.
answer-refused = C’est refusé. { $why }
answer-tables = Nous avons exécuté vos lignes.
answer-tables-part = Nous n’avons exécuté qu’une partie de vos lignes.
answer-tables-refused = Nous n’avons exécuté aucune de vos lignes.
answer-desk = Écrivez une commande par ligne. Pour jouer un coup, répondez à un courriel sur la partie : chacun d’eux dit comment faire.
answer-title-words = Ce que vous pouvez écrire
answer-title-kinds = Les jeux
answer-title-open = Parties avec des places libres

## Ce que font les mots ; 68 colonnes au plus

words-help = comment jouer par courriel, et tous ces mots
words-how = comment on joue à ce jeu
words-rules = les règles du jeu ; « rules 5.2 » pour une seule section
words-how-of = comment on joue : « how JEU »
words-rules-of = les règles d’un jeu : « rules JEU »
words-show = le plateau tel qu’il est maintenant
words-legal = vos coups légaux ; « coups jouer 8 » : ceux qui commencent ainsi
words-history = ce qui s’est passé jusqu’ici
words-archive = l’historique de la partie, en fichier
words-who = qui joue, et à qui c’est de jouer
words-games = vos parties
words-chat = « chat Bonjour ! » le dit aux autres ; seul : ce qui s’est dit
words-note = « note gare à ben » le note pour vous ; seul : votre note
words-rematch = encore une partie avec les mêmes, une fois celle-ci finie
words-resign = quitter la partie pour de bon ; une confirmation est demandée
words-leave = comme resign
words-stop = plus de courriels à votre tour ; « stop all » : aucun de la partie
words-resume = à nouveau les courriels de cette partie
words-digest = un courriel par jour : « digest 8 Europe/Paris », « digest off »
words-quiet = pas de courriels la nuit : « quiet 22 7 », « quiet off »
words-zone = votre fuseau horaire : « zone Europe/Paris »
words-languages = la langue des courriels : « language de » ; seul : toutes
words-auto = jouer pour vous les coups sans choix : « auto off », « auto on »
words-auto-all = jouer pour vous les coups sans choix : « auto off », « auto on »
words-orders = ce qui se joue plus tard : « orders roll » ; seul : les vôtres
words-when = un ordre conditionnel ; « orders » donne ceux du jeu
words-answers = réponse à tout courriel, ou seulement au besoin : « answers on »
words-reset = « reset addresses » : nouvelles adresses secrètes
words-list = les parties ouvertes à tous ; « list JEU » pour un seul jeu
words-new = une partie : « new JEU seats 2 with ben », « new JEU bot greedy »
words-play = jouer contre des bots : « play JEU », « play JEU with ben »
words-join = prendre une place : « join ID »
words-entropy = votre part des dés, avec new et join : « entropy MOTS »
words-entropy-how = Écrivez « entropie MOTS » une seule fois, avec au plus 64 octets de votre choix, dans le courriel qui crée une partie (« nouvelle partie ») ou prend une place (« rejoindre »).
words-accept = comme join
words-decline = rendre sa place, ou décliner une invitation : « decline ID »

## Des mots qui ne sont pas compris

words-unknown = Pour jouer un coup, commencez la ligne par l’identifiant de la partie (« Gx3kPq7LmZ2 lancer »), ou répondez à un courriel de cette partie. Les autres lignes commencent par l’un de ces mots : { $words }.
words-did-you-mean = { $why } Vouliez-vous dire « { $near } » ?
words-which-id = Dites quelle partie : « { $word } ID ».
words-which-kind = Dites quel jeu : { $kinds }.
words-how-many-seats = Dites combien de places : « seats 3 ».
words-how-many-days = Dites combien de jours par coup : « days 3 ».
words-twice = « { $word } » figure deux fois dans la ligne. Écrivez-le une seule fois.
words-new-how = « { $word } » n’est pas compris. Écrivez « new JEU », puis « seats N », « days N », « with NOM and NOM », « bot greedy », « private » ou des options, comme « pawns=2 ».
words-digest-how = Écrivez « récapitulatif 8 » (l’heure), « récapitulatif 8 Europe/Paris » ou « récapitulatif non ».
words-quiet-how = Écrivez « heures calmes 22 7 » (de quelle heure à quelle heure) ou « heures calmes non ».
words-zone-how = Écrivez « fuseau » et le nom d’un fuseau horaire, comme « fuseau Europe/Paris ».
words-answers-how = Écrivez « réponses oui » ou « réponses non ».
words-auto-how = Écrivez « auto oui » ou « auto non » ; en réponse à un courriel sur une partie, « auto non partout » pour toutes vos parties.
words-language-how = Écrivez { $languages }.
words-language = « langue { $code } » ({ $name })

## Des mots sur les courriels

words-stopped = Vous ne recevrez plus de courriels de cette partie quand c’est à vous de jouer. Les rappels avant une échéance et les nouvelles de la partie arrivent toujours ; « aucun courriel » les arrête aussi.
words-stopped-all = Vous ne recevrez plus de courriels de cette partie, sauf si vous écrivez ici.
words-resume-undoes = La ligne « reprendre les courriels » annule ce choix.
words-resumed = Vous recevrez à nouveau les courriels de cette partie comme ceux de vos autres parties. La ligne « plus de courriels » les arrête.
words-digest-on = Vous recevrez un courriel par jour, à { $hour }:00 ({ $zone }), avec toutes les parties qui vous attendent et ce qui s’est passé. Les rappels et les invitations arrivent tout de suite. La ligne « récapitulatif non » annule ce choix.
words-digest-off = Vous recevrez les courriels au fur et à mesure, et plus de récapitulatif.
words-quiet-on = Vous ne recevrez pas de courriels sur vos parties de { $from }:00 à { $to }:00 ({ $zone }) : ils attendent la fin de ces heures, sauf les rappels qui arriveraient trop tard. La ligne « heures calmes non » annule ce choix.
words-quiet-off = Vous recevrez des courriels à toute heure.
words-zone-set = Votre fuseau horaire est désormais { $zone }.
words-answers-on = Vous recevrez désormais une réponse à chacun de vos courriels. La ligne « réponses non » annule ce choix.
words-answers-off = Quand vos coups sont joués et que ce n’est plus à vous, vous ne recevez pas de réponse : le prochain courriel de la partie les montre. Vous recevez toujours une réponse si quelque chose est refusé. La ligne « réponses oui » annule ce choix.
words-auto-on = Dans cette partie, les coups sans choix sont joués pour vous tout de suite : un lancer, le seul pion qui peut bouger, la fin d’un jour où il ne reste pas de carte. La ligne « auto non » annule ce choix.
words-auto-off = Dans cette partie, vous jouez chaque coup vous-même. La ligne « auto oui » annule ce choix.
words-auto-on-all = Dans toutes vos parties, les coups sans choix sont joués pour vous tout de suite : un lancer, le seul pion qui peut bouger, la fin d’un jour où il ne reste pas de carte. La ligne « auto non partout » annule ce choix.
words-auto-off-all = Dans toutes vos parties, vous jouez chaque coup vous-même. La ligne « auto oui partout » annule ce choix.
words-language-set = Vous recevrez désormais les courriels en français.

## Des parties en une ligne

games-line = { $id }, { $kind }{ $practice ->
    [yes] { " (entraînement)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }avec { $players }
 }
games-line-open = { $id }, { $kind }{ $practice ->
    [yes] { " (entraînement)" }
   *[no] { "" }
 }{ $count ->
    [0] { "" }
   *[other] { " " }avec { $players }
 }, { $taken ->
    [one] { $taken } place prise sur { $seats }
   *[other] { $taken } places prises sur { $seats }
 }
games-your-turn = { $game } : à vous de jouer
games-others = { $game } : les autres réfléchissent
games-invited = { $game } : on vous invite ; écrivez « rejoindre { $id } »
games-waits = { $game } : la table n’est pas complète
games-join = { $game } : écrivez « rejoindre { $id } »
games-none = Vous n’avez pas de partie.
games-none-open = Il n’y a pas de partie ouverte. Créez-en une avec « nouvelle partie JEU ».

## La cadence d’une partie

pace-per-move = { $days ->
    [one] { $days } jour par coup
   *[other] { $days } jours par coup
 }
pace-bank = { $days ->
    [one] { $days } jour pour toute la partie
   *[other] { $days } jours pour toute la partie
 }
pace-increment = { $days ->
    [one] { $days } jour pour toute la partie
   *[other] { $days } jours pour toute la partie
 }, et { $hours ->
    [one] { $hours } heure de plus par coup
   *[other] { $hours } heures de plus par coup
 }

## Pourquoi quelque chose n’a pas été fait

why-bad-credentials = Le nom et le mot de passe, ou le code, ne vont pas ensemble.
why-bad-refresh-token = Le jeton de renouvellement n’est pas valable. Reconnectez-vous.
why-bad-code = Le code est faux, déjà utilisé ou périmé.
why-bad-passkey = La réponse de la clé d’accès ne convient pas, arrive trop tard ou est déjà connue. Recommencez.
why-second-factor-needed = Donnez aussi un code de votre application, ou un code de secours. Si vous avez perdu les deux, demandez à l’exploitant.
why-second-factor-on = Votre second facteur est déjà actif.
why-name = Un nom a de 2 à 24 lettres (a à z), chiffres, traits d’union et tirets bas, et commence par une lettre ou un chiffre.
why-name-kept = Ce nom est réservé au serveur. Choisissez-en un autre.
why-address-form = Ce n’est pas une adresse de courriel. Donnez-en une comme nom@example.org.
why-password-length = Un mot de passe a de 8 à 256 caractères.
why-password-guessed = Ce mot de passe est facile à deviner. Choisissez-en un plus long, par exemple quelques mots sans rapport entre eux.
why-yourself = C’est vous-même.
why-list-full = La liste contient au plus { $most } joueurs.
why-cannot-follow = Il n’est pas possible de suivre { $name }.
why-prefix = Saisissez le début d’un nom : de 2 à 24 lettres (de a à z), chiffres, traits d’union et tirets bas.
why-no-such-player = Cette personne ne joue pas dans cette partie.
why-no-such-message = Ce message n’existe pas dans cette partie.
why-no-reports = Ce serveur n’accepte pas de signalements : son exploitant n’a pas donné d’adresse.
why-only-creator = Seul le joueur qui a créé la partie peut faire cela.
why-token-scopes = Choisissez au moins une portée pour le jeton.
why-tokens-many = Vous avez { $most } jetons. Révoquez-en un d’abord.
why-events = Choisissez au moins un événement pour le webhook.
why-quiet = Les heures calmes ne finissent pas à l’heure où elles commencent.
why-sign-up-closed = Ce serveur n’accepte pas de nouveaux joueurs.
why-sign-up-invitation = Ce serveur n’accepte que les joueurs invités à une table. Ouvrez le lien de votre invitation, ou donnez l’adresse à laquelle vous avez été invité.
why-address-blocked = L’exploitant de ce serveur n’accepte pas les adresses de ce domaine. Donnez-en une autre.
why-name-taken = Ce nom est pris, ou ressemble à un nom qui l’est.
why-address-taken = Un autre compte a confirmé cette adresse.
why-guests-may-not = Les invités ne peuvent pas faire cela. Gardez d’abord vos parties : choisissez un nom, une adresse et un mot de passe.
why-not-a-guest = Vous avez déjà un compte.
why-no-reservation = La réservation n’est pas la vôtre, a expiré ou sert à une autre partie.
why-no-clock = Aucune pendule ne tourne pour cette place.
why-stale = Votre prochain coup porte le numéro { $seq }. Regardez la partie et renvoyez-le.
why-under-way = La même requête est en cours. Renvoyez-la dans un instant pour avoir sa réponse.
why-in-doubt = Un serveur est tombé en panne pendant qu’il traitait cette requête. Regardez si elle a été exécutée ; sinon, envoyez-la sous une autre clé.
why-reveals = Le coup { $index } de la liste révèle du nouveau, ou quitte la partie. Envoyez la liste jusqu’à lui, puis le reste.
why-reveals-last = Ce coup révèle du nouveau, quitte la partie ou la termine : vous n’en verrez la suite qu’une fois le coup joué.
why-changed-meanwhile = Entre-temps, cela a changé.
why-too-large = La requête est trop grande.
why-of-a-list = Rien de la liste n’a été joué. Son coup { $index }, après ceux qui le précèdent : { $why }
why-not-signed-in = Ouvrez d’abord une session.
why-scope = Il manque au jeton la portée « { $scope } ».
why-session-only = Aucun jeton ne permet cela : connectez-vous.
why-url-form = Il faut une adresse en https:// de 2000 caractères au plus, sans nom, mot de passe ni fragment.
why-url-port = Seuls le port 443 et les ports à partir de 1024 sont acceptés.
why-url-host = Cet hôte n’est pas sur l’internet public, ou son nom est introuvable en ce moment.
why-webhooks-many = Vous avez { $most } webhooks. Supprimez-en un d’abord.
why-not-found = Il n’y a rien ici.
why-game-not-open = La partie n’est plus ouverte.
why-no-seat = Il n’y a pas de place libre pour vous.
why-already-seated = Vous avez déjà une place à cette table.
why-not-the-deal = La donne est d’un autre jeu, ou a d’autres options ou un autre nombre de places.
why-deal-played = Vous jouez déjà cette donne, ou vous l’avez jouée. Chacun la joue une fois.
why-deal-closed = La donne est close. Plus personne ne peut y prendre place.
why-not-seated = Vous n’avez pas de place à cette table.
why-not-started = La partie n’a pas commencé.
why-too-many = { $seconds ->
    [one] Réessayez dans { $seconds } seconde.
   *[other] Réessayez dans { $seconds } secondes.
 }
why-damaged-game = Les données de cette partie sont endommagées : personne ne peut y jouer pour l’instant. L’exploitant est prévenu.
why-too-many-moves = Personne ne joue plus de { $most } coups par jour dans une même partie. Continuez dans { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
 }, quand le jour suivant commence (UTC).
why-internal = Le serveur a rencontré une erreur.
why-unavailable = Le serveur ne peut pas répondre pour l’instant. Réessayez.
why-queue = On peut ordonner { $most } coups au plus à la fois.
why-conditional = Vous pouvez avoir { $most } ordres conditionnels au plus. « orders off » les annule tous.
why-moves = Un envoi contient de 1 à { $most } coups.
why-text-long = { $what ->
    [reason] Le motif
    [name] Le nom
   *[text] Le texte
 } a { $most } caractères au plus.
why-text-plain = { $what ->
    [reason] Le motif
    [name] Le nom
   *[text] Le texte
 } est en texte simple, sans caractères de contrôle.
why-text-empty = { $what ->
    [reason] Le motif
    [name] Le nom
   *[text] Le texte
 } est vide.
why-not-at-table = Seuls les joueurs de la partie peuvent écrire à la table.
why-blocked = Vous avez bloqué { $name }. Débloquez d’abord { $name }.
why-blocked-creator = Vous avez bloqué la personne qui a créé cette partie. Débloquez-la d’abord.
why-confirm-first = Confirmez votre propre adresse avant d’inviter quelqu’un par son adresse.
why-creator-stays = C’est vous qui avez créé cette partie : annulez-la au lieu de la quitter.
why-no-kind = Il n’y a pas de jeu « { $game } ».
why-no-deal = Il n’y a pas de donne « { $id } ».
why-no-player = Personne ne s’appelle « { $name } » ici.
why-no-address = « { $address } » n’est pas une adresse de courriel.
why-seats = { $most ->
    [1] { $game } se joue avec { $least } place, et non { $seats }.
   *[other] { $game } se joue avec { $least } à { $most } places, et non { $seats }.
 }
why-guests = À part la vôtre, il n’y a { $seats ->
    [0] pas de place
    [one] qu’une place
   *[other] que { $seats } places
 } pour { $guests ->
    [one] une invitation
   *[other] { $guests } invitations
 }.
why-guest-twice = Une même personne est invitée deux fois.
why-days = Il y a de 1 à { $most } jours par coup.
why-bank = La réserve est de 1 à { $most } jours.
why-increment = Chaque coup ajoute { $most } heures au plus.
why-grace = Le délai de grâce est de { $most } heures au plus.
why-pause = Une pause a « weekends », « nightly » ou les deux.
why-night = Une pause de nuit dure { $most } heures au plus.
why-holiday-past = Des vacances commencent aujourd’hui au plus tôt.
why-holiday-end = Des vacances finissent le jour où elles commencent ou plus tard, d’ici à deux ans.
why-holiday-clash = Vous avez déjà des vacances du { $first } au { $last }.
why-holiday-days = { $days ->
    [0] Il ne vous reste aucun jour en { $year }.
    [one] Il vous reste { $days } jour en { $year }.
   *[other] Il vous reste { $days } jours en { $year }.
 }

## Vacances

words-vacation = vacances : « vacation 7 days », « vacation off » ; seul : les vôtres
words-vacation-how = Écrivez « vacances 7 jours » (dès maintenant), « vacances jusqu’au 3 janvier », « vacances du 24.12. au 27.12. », « vacances du 2026-12-20 au 2027-01-03 », « vacances non », ou « vacances » pour voir vos vacances.
words-vacation-taken = Vous êtes en vacances du { $first } au { $last }.
words-vacation-then = Ces jours-là, vos pendules sont arrêtées dans les parties dont la cadence le permet, et vos adversaires y sont prévenus. La ligne « vacances non » met fin à toutes vos vacances.
words-vacation-none = Vous n’avez pas de vacances prévues.
words-vacation-left = { $days ->
    [0] Il ne vous reste aucun jour cette année.
    [one] Il vous reste { $days } jour cette année.
   *[other] Il vous reste { $days } jours cette année.
 }
words-vacation-off = Vos vacances sont annulées : vos pendules tournent comme d’habitude.
words-vacation-refused = Vous ne pouvez pas prendre ces jours. { $why }
answer-taken-over = Vous avez repris une place dans la partie { $id }. Vous recevrez un courriel quand ce sera à vous.

## Places offertes

answer-yes-or-no = Votre réponse n’est ni un « oui » clair ni un « non » clair : nous n’avons rien fait. Répondez à ce courriel par « oui » pour accepter, ou par « non » pour refuser.
answer-invitation-declined = Vous avez décliné l’invitation à la partie { $id }. La place est de nouveau libre, et un courriel en informe la personne qui vous a invité. Aucun compte n’a été créé.
answer-invitation-gone = Aucune place de la partie { $id } ne vous est plus réservée : l’invitation a été retirée, la place est prise ou la partie a été annulée. Rien n’a été fait, et aucun compte n’a été créé.
answer-invitation-other = Votre courriel mentionne une autre partie : nous n’avons rien fait. Ce courriel concerne l’invitation à la partie { $id } : répondez-y par « oui » pour prendre la place, ou par « non » pour refuser. Si vous vouliez répondre pour l’autre partie, répondez au courriel qui la concerne.
answer-invitation-foreign = Une réponse à votre invitation à la partie { $id } nous est parvenue d’une autre adresse que la vôtre : nous n’avons rien fait. Répondez à ce courriel depuis votre adresse par « oui » pour prendre la place, ou par « non » pour refuser.
why-paused = L’exploitant a mis cette partie en pause.
why-suspended = Votre compte est suspendu. La raison donnée : { $reason }
why-not-running = La partie n’a pas commencé, ou elle est terminée.
why-not-offered = Cette place ne vous est pas offerte.
why-seat-gone = La place a déjà changé de mains.
why-offer-gone = Cette place ne vous est plus offerte.
why-offered-twice = Quelqu’un d’autre à cette table offre déjà une place à { $name }.
why-had-a-seat = Cette personne a eu une autre place dans cette partie et sait ce que l’on voyait de là.
why-deal-seat = Cette partie est sur une donne, que chacun joue pour soi : ses places ne passent à personne d’autre.

## Autour d’un texte à saisir

quoted = « { $text } »

## Comment on joue, et les règles

manual-guide = Comment jouer à { $game }
manual-rules = Les règles de { $game }
manual-to-rules = Les règles complètes
manual-to-guide = Comment jouer
manual-play = Jouer
manual-play-this = Jouer à { $game }

## Pages pour les navigateurs, au lieu d’un document de problème

page-not-there = Cette page n’existe pas
page-not-there-what = L’adresse ne mène nulle part : elle est peut-être mal écrite, ou ce qui s’y trouvait n’y est plus.
page-failed = Cela n’a pas marché
page-home = Vers les parties

## À la table dans un terminal

table-player = Joueur
table-player-of = Joueur { $seat }
table-bot = Bot { $seat }
table-help = Tapez un coup comme la liste le montre ; on peut abréger les mots jusqu’à quatre lettres, et mettre plusieurs coups sur une ligne, séparés par des points-virgules. Un coup sans choix est joué pour vous.
    Outre les coups du jeu, il y a (l’anglais est compris aussi) :
    { "  " }coups          tout ce que vous pouvez jouer ; coups MOTS : la suite d’un coup commencé
    { "  " }plateau        le plateau encore une fois
    { "  " }comment        comment on joue
    { "  " }règles         les règles ; règles 5.2 : une seule section
    { "  " }enregistrer X  écrit la partie dans le fichier X ; « --load X » la reprend
    { "  " }abandonner     quitter votre place
    { "  " }quitter        arrêter
table-standing = { $rank }. { $name } : { $score }
table-start = Tapez « aide » pour savoir que taper, et « comment » pour savoir comment on joue.
table-refused-part = Rien de cette ligne n’a été joué, à cause de « { $move } » : { $why }
table-refused-later = Rien de cette ligne n’a été joué. Ce qui précède « { $move } » irait, mais ensuite : { $why }
table-refused-rest = « { $move } » n’a pas été joué : { $why }
table-save-where = Dans quel fichier ?
table-leave = Voulez-vous abandonner votre place pour de bon ? Alors tapez « abandonner oui ».
table-saved = Enregistré dans { $file }.
table-legal = Vous pouvez jouer : { $moves }
table-legal-how = Tapez « coups » pour voir ce que vous pouvez jouer.
table-begins = Un coup commence par (« coups MOTS » dit la suite) :
table-begins-then = { "  " }{ $word } : { $next }
table-goes-on = « { $words } » peut continuer par : { $next }
