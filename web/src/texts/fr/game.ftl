### The page of a game.

game-a-game = Une partie
game-your-turn = À vous de jouer
game-is-your-turn = C’est à vous de jouer.
game-is-your-turn-left = C’est à vous de jouer : { $left }.
game-is-your-turn-too = C’est à vous de jouer (d’autres jouent en même temps).
game-is-your-turn-too-left = C’est à vous de jouer (d’autres jouent en même temps) : { $left }.
game-to-act = { $n ->
    [one] { $names } doit jouer.
   *[other] { $names } doivent jouer.
 }
game-over = La partie est terminée.
game-cancelled = Cette partie a été annulée.
game-never-began = Cette partie n’a jamais commencé : sa donne est close, et plus personne n’y prend place.
game-waiting = La table n’est pas complète. Places prises : { $taken } sur { $all }.
game-paused = L’exploitant de ce serveur a mis la partie en pause. Personne ne peut jouer, et aucune pendule ne tourne.
game-none-or-not-invited = Cette partie n’existe pas, ou elle est privée et vous n’avez pas d’invitation.
game-none-or-signed-out = Cette partie n’existe pas, ou elle est privée : connectez-vous pour la voir.
game-to-first-page = À la page d’accueil
game-to-move = Aller à votre coup
game-happened-so-far = Ce qui s’est passé
game-history = Historique
game-notes = Notes
game-about = À propos
game-more = Plus
game-more-about = Plus sur cette partie
game-stars = { $n ->
    [one] { $n } étoile
   *[other] { $n } étoiles
 }
game-part-missing = Il manque une partie de cette page. Rechargez-la.
game-board-label = Le plateau
game-rematch-proposed = { $name } propose une revanche.
game-would-you = Vous : { $what }

## The facts

game-about-options = Options habituelles
game-about-verifying = Pour vérifier
game-about-verifying-how = Le serveur a fixé sa graine avant que quiconque ne prenne place, et l’a promise par son SHA-256. L’empreinte de l’historique porte sur tout ce qui a été joué. Avec le fichier exporté, chacun peut vérifier les deux, et chaque dé.
game-about-made = Créée
game-about-started = Commencée
game-about-over = Terminée
game-about-secret = secrète jusqu’à la fin de la partie
game-about-deal-seed = celle de la donne, que tout le monde peut désormais connaître ; affichée ici une fois la partie terminée
game-about-deal-secret = secrète jusqu’à la fin de la partie et la clôture de la donne, { $at }
game-about-seed-maker = la personne qui a créé la partie : un entraînement
game-about-seed-deal = le serveur, au hasard, pour toutes les parties sur la donne
game-about-seed-server = le serveur, au hasard
game-about-version = { $game }, version { $n }
game-about-entries = Entrées de l’historique
game-about-hash = Empreinte de l’historique
game-about-promise = Promesse de la graine
game-about-seed = Graine
game-about-chosen-by = Graine choisie par
game-about-receipt = Reçu du serveur
game-about-secret-promise = Promesse du secret derrière les empreintes
game-about-hash-secret = Secret derrière les empreintes
game-about-gave = Ce que { $name } a apporté au hasard
game-export = Exporter l’historique

## The terms

game-terms-deal-closed = d’autres avaient la même ; elle est close depuis le { $at }
game-terms-deal-open = d’autres jouent la même ; personne ne voit leurs parties avant sa clôture, { $at }
game-terms-timeout-leave = la personne en retard quitte la partie
game-terms-timeout-bot = ensuite, un bot continue
game-terms-timeout-move = ensuite, un bot joue le coup
game-terms-timeout-end = tout retard met fin à la partie
game-terms-no-pace = autant que vous voulez
game-terms-increment = { $hours } h de plus par coup
game-terms-grace = { $hours } h de grâce
game-terms-holidays = les vacances arrêtent la pendule
game-terms-no-holidays = sans vacances
game-terms-everybody = tout le monde
game-terms-with-link = seulement les personnes qui ont le lien
game-terms-players-only = seulement les personnes qui y jouent ou y sont invitées
game-terms-seen-by = Qui peut la voir
game-terms-deal = Donne
game-terms-practice = Entraînement
game-terms-practice-yes = oui : la personne qui l’a créée a choisi sa graine, et peut connaître tous les dés et toutes les cartes
game-terms-time = Temps

## The bar

game-bar-played-back = Voici ce qui vient de se passer.
game-bar-skip = Passer l’animation
game-bar-earlier = C’est un plateau d’avant.
game-bar-back-to-now = Revenir au présent
game-bar-next-game = À la partie suivante qui vous attend
game-bar-touch = À vous : choisissez ce que vous jouez.
game-bar-held = Votre coup part dans un instant. « Annuler » le reprend.
game-bar-leads-to = Résultat :
game-bar-send-now = Envoyer maintenant
game-bar-play = Jouer
game-bar-undo = Annuler
game-bar-clear = Tout annuler
game-bar-choose = Choisissez :
game-bar-none-listed = Aucun coup n’est listé : écrivez le vôtre.
game-bar-as-it-is = Jouez-le tel quel, ou continuez :
game-bar-or-another = Jouez-le, ou choisissez-en un autre :
game-bar-type = Saisir le coup
game-bar-next-words = Mots qui peuvent suivre
game-bar-or-write = Ou écrivez votre coup
game-sending = Envoi des coups

## The board

game-board = Plateau
game-board-enlarge = Agrandir
game-board-text = Le plateau en texte
game-board-earlier = Plateaux précédents
game-board-back = Une entrée en arrière
game-board-play = Rejouer les coups
game-board-pause = Pause
game-board-entry = Plateau après l’entrée
game-board-on = Une entrée en avant
game-board-now = Maintenant
game-beginning = Le début

## The chat

game-chat = Discussion
game-chat-unread = { $n ->
    [1] Discussion : un nouveau message
   *[other] Discussion : { $n } nouveaux messages
 }
game-chat-room = Salon
game-chat-table = La table : qui joue
game-chat-spectators = Spectateurs
game-chat-none = Rien n’a encore été dit.
game-chat-messages = Messages
game-chat-cut = Les messages précédents ne sont pas montrés.
game-chat-say = Dire quelque chose
game-chat-send = Envoyer
game-chat-needs-name = Pour écrire ici, il faut un nom à vous. Vous pouvez lire sans en avoir un.
game-chat-sign-up = Créer un compte et garder vos parties
game-chat-taken-back = (retiré : le compte a été supprimé)

## Hints

game-coach-touch = Le plateau marque ce que vous pouvez jouer : faites votre choix.
game-coach-words = Lisez ici ce que fait votre choix. « Annuler » le reprend tant que vous ne l’avez pas envoyé.
game-coach-words-at-once = Lisez ici ce que fait votre choix. La page joue aussitôt un coup complet, sauf si elle affiche ici « Jouer ».
game-coach-history = « Historique » montre tous les coups et les plateaux précédents, et « Règles » explique le jeu.
game-coach-count = Conseil { $count }
game-coach-show = Montrer
game-coach-got-it = Compris

## What players do

game-deed-more-about = Plus sur { $name }
game-deed-more-about-message = Plus sur ce message de { $name }
game-deed-page-of = La page du joueur { $name }
game-deed-extend = Accorder un jour de plus
game-deed-extend-name = Donner un jour de plus à { $name }
game-deed-extended = { $name } a un jour de plus et en est prévenu par courriel.
game-report-read = L’exploitant de ce serveur en est prévenu, et personne d’autre.
game-report-name = Signaler { $name }…
game-report-message = Signaler ce message…
game-report-what = Ce qui s’est passé, pour l’exploitant
game-report = Signaler
game-cancel = Annuler la partie
game-cancel-ask = Annuler cette partie ? On préviendra les autres.
game-cancel-yes = Oui, l’annuler
game-give-back = Rendre ma place
game-give-back-ask = Rendre votre place ?
game-give-back-yes = Oui, la rendre
game-before = La partie précédente
game-holiday-hint = Vous partez en vacances ? Vos pendules s’arrêtent pendant ce temps.
game-leave = Quitter la partie…
game-leave-ends = La partie s’arrête là.
game-leave-others-go-on = Les autres continuent sans vous.
game-leave-goes-on = { $name } continue sans vous.
game-leave-wins = La partie se termine et { $name } gagne.
game-leave-ask = Quitter cette partie pour de bon ? { $rest } Vous ne pourrez pas revenir.
game-leave-yes = Oui, quitter
game-offer = Proposer ma place
game-offered = Votre place est proposée à { $name }.
game-offer-back = Retirer l’offre
game-offer-asked = { $name } reçoit la demande par courriel. D’ici là, vous continuez à jouer.
game-offer-title = Donner votre place à quelqu’un d’autre
game-offer-to = Le nom d’un joueur, à qui l’on demande par courriel
game-bot-goes-on = Laisser un bot continuer
game-bot-goes-on-ask = Laisser un bot continuer à votre place ? Vous quittez alors la partie.
game-bot-goes-on-yes = Oui, un bot continue
game-free-ask = Libérer la place de { $who } ?
game-free-yes = Oui, la libérer
game-calendar = Adresses pour votre calendrier
game-holidays = Vacances

## The result

game-result = Résultat
game-result-given-up = Abandon.
game-result-points = { $points }.
game-result-points-and-note = { $points }, { $note }.
game-result-you-win = Vous avez gagné !
game-result-shared = { $names } se partagent la première place.
game-result-wins = { $name } a gagné.
game-result-nth = { ORDINAL($n) ->
    [one] { $n }er
   *[other] { $n }e
 }
game-result-you-left = Vous avez quitté la partie.
game-result-left = { $name } a quitté la partie.
game-result-place = Vous êtes { $place }.
game-result-behind = { $n ->
    [1] Vous êtes { $place }, un point derrière le premier.
   *[other] Vous êtes { $place }, { $n } points derrière le premier.
 }
game-result-ahead = { $n ->
    [1] Un point devant { $name }.
   *[other] { $n } points devant { $name }.
 }
game-result-tie-you = À égalité avec vous : le départage a décidé.
game-result-tie-name = À égalité avec { $name } : le départage a décidé.
game-result-mark-left = { $name } (a quitté)
game-result-to-rematch = Voir la revanche
game-result-to-again = À la partie suivante
game-result-propose = Proposer une revanche
game-result-again = Rejouer
game-result-play-now = Jouer à { $game }
game-result-picture = Enregistrer l’image
game-result-col-place = Rang
game-result-col-player = Joueur
game-result-col-score = Score
game-mark-you = (vous)
game-name-you = { $name } (vous)
game-share = Partager

## Joining

game-join = Rejoindre
game-join-full = Toutes les places sont prises ou gardées pour d’autres.
game-join-kept = On vous invite : une place est gardée pour vous.
game-join-invited = On vous invite à cette table.
game-join-free = Une place est libre.
game-join-take = Prendre une place
game-join-decline = Décliner l’invitation
game-join-decline-ask = Décliner l’invitation ?
game-join-decline-yes = Oui, décliner
game-join-invites = { $name } vous invite
game-join-as-guest = Prendre la place en tant qu’invité
game-join-as-guest-hint = Un invité n’a besoin ni de nom ni d’adresse. Vous pourrez créer un compte plus tard et garder la partie.
game-join-sign-up = Créer un compte et prendre la place
game-join-guests-bots = Les invités jouent contre des bots : avec d’autres joueurs, vous jouez sous un nom à vous. Vos parties restent.
game-join-own-name = Avec d’autres joueurs, vous jouez sous un nom à vous, pour que personne n’attende quelqu’un qui est parti.
game-join-offered = { $name } vous propose cette place : vous continueriez à partir d’ici.
game-join-take-offered = Prendre la place
game-join-decline-offer = Refuser
game-join-example = Exemple
game-invite = Inviter
game-invite-to-fill = { $n ->
    [1] Une place à pourvoir
   *[other] { $n } places à pourvoir
 }
game-invite-somebody = Venez à plusieurs
game-invite-reserved = Une place est gardée pour { $guest }, que l’on prévient par courriel.
game-invite-keep = Réserver une place pour
game-invite-bot = Ajouter un bot
game-invite-random-bot = Ajouter un bot aléatoire
game-link-invitation = Qui a le lien peut prendre une place libre jusqu’au début de la partie.
game-link-public = Tout le monde peut prendre une place libre. Envoyez le lien à vos amis.
game-link-share = Partager le lien de cette table
game-link-camera = Ou visez ce code avec l’appareil photo d’un téléphone.
game-link-copy = Copier le lien
game-link-copied = Le lien est copié : { $address }
game-link-is = Voici le lien : { $address }
game-link-qr = Le lien sous forme de code QR

## The log

game-log-sealed = un coup scellé
game-log-leaves = quitte la partie
game-log-has-moved = a joué
game-log-led-to = Ce qui a mené à ce plateau
game-log-hidden = { $n ->
    [one] { $n } décision cachée
   *[other] { $n } décisions cachées
 }
game-log-happened = Ce qui s’est passé

## Notes and orders

game-notes-saved-at = Enregistrée le { $at }.
game-notes-conflict = Votre note a été changée ailleurs entre-temps. Les deux textes sont ici : réunissez-les et enregistrez de nouveau.
game-notes-yours = Votre note, pour vous seul
game-notes-save = Enregistrer la note
game-orders-moves = Coups à jouer quand viendra votre tour, un par ligne
game-orders-conditions = Ordres conditionnels, un par ligne
game-orders-save = Enregistrer les ordres
game-plans = Coups prévus
game-plans-saved = Enregistré. Personne d’autre ne le voit.
game-plans-next = Pour les prochains tours :
game-plans-none = Rien de prévu pour le prochain tour.
game-plans-remove = Supprimer
game-plans-first = Le serveur suit le premier qui convient.
game-plans-move = Prévoir un coup
game-plans-later = Prévoir d’autres coups
game-plans-forced = Jouer pour moi les coups sans choix
game-plans-write = Les écrire en mots
game-plans-choose = Rien n’est encore choisi.
game-plans-add = Ajouter
game-rules-full = Toutes les règles

## The seats

game-seats = Places
game-seat-to-act = doit jouer
game-seat-here = en ligne
game-seat-free-name = Libérer la place de { $name }
game-seat-free-this = Libérer cette place
game-seat-random-bot = bot aléatoire
game-seat-kept = gardée pour { $name }
game-seat-invited = une personne invitée
game-seat-free = libre
