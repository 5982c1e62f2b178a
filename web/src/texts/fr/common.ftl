### Texts that all pages need.

common-administration = Administration
common-language = Langue
common-how-to-play = Comment jouer
common-rules = Règles
common-privacy = Vie privée
common-site-imprint = Mentions légales
common-site-terms = Conditions d’utilisation
common-site-privacy = Politique de confidentialité
common-site-contact = Contact
common-for-programmers = Pour les développeurs
common-to-content = Aller au contenu
common-account-close =
    .aria-label = Fermer
common-no = Non
common-name = Nom
common-named-value = { $name } : { $value }
common-loading = Chargement…
common-new-game = Nouvelle partie
common-game = Jeu
common-players = { $n ->
    [1] En solitaire
   *[other] { $n } joueurs
 }
common-players-range = De { $least } à { $most } joueurs
common-points = { $n ->
    [one] { $n } point
   *[other] { $n } points
 }
common-save = Enregistrer
common-saved = Enregistré.
common-keep-games = Garder vos parties
common-guest-only-here = Vous jouez en tant qu’invité, sur cet appareil seulement. Avec un nom et une adresse de courriel, vos parties vous suivent partout où vous vous connectez.
common-none-now = Aucune pour l’instant.
common-n-of-all = { $n } sur { $all }
common-entropy = Votre part du hasard
common-entropy-hint = Ce que vous voulez. Le hasard en dépend, si bien que personne ne peut l’avoir choisi seul.
common-name-or-address = nom ou adresse de courriel
common-export = Vos parties en fichier
common-delete-account = Supprimer votre compte

## The account

common-account = Votre compte
common-account-nav =
    .aria-label = Votre compte
common-your-page = Votre page
common-your-settings = Vos réglages
common-sign-in = Se connecter
common-sign-up = Créer un compte
common-sign-out = Déconnexion
common-sign-in-or-up = Se connecter ou créer un compte
common-guest = Invité
common-welcome = Bienvenue, { $name } !
common-sign-in-moves-seats = Se connecter ? Vos places dans les parties en cours ou en attente passent à votre compte. Les parties terminées restent à l’invité.
common-have-account = Vous avez déjà un compte ? Connectez-vous : vos places dans les parties en cours ou en attente passent à ce compte.
common-sign-out-guest = Vous déconnecter ? Les parties d’un invité sont alors perdues.
common-code-sent = Si ce nom existe ici, un courriel avec un code est en route. Il est valable 15 minutes.
common-link-sent = Si ce compte existe, un courriel avec un lien est en route.
common-follow-link = Pour recevoir des courriels sur vos parties, suivez le lien du courriel que nous vous avons envoyé.
common-signed-out-play = Votre session est fermée. Reconnectez-vous pour jouer.
common-password = Mot de passe
common-your-password = Votre mot de passe
common-password-or-passkey = Votre mot de passe ; laissez vide pour utiliser plutôt une clé d’accès
common-code-from-mail = Le code du courriel
common-code-of-app = Le code de votre application, ou un code de secours
common-use-passkey = Utiliser une clé d’accès
common-mail-code = Recevoir plutôt un code par courriel
common-forgot-password = Mot de passe oublié ?
common-new-password-set = Choisir un nouveau mot de passe
common-account-address = L’adresse de courriel de votre compte
common-mail-link = Recevoir un lien par courriel
common-name-rule = 2 à 24 lettres (a à z, sans accent), chiffres, - et _. Tout le monde le voit.
common-mail-address = Adresse de courriel
common-mail-address-hint = Pour les courriels « à vous de jouer ». Personne d’autre ne la voit.
common-password-rule = Mot de passe (8 à 256 caractères)

## Faults

common-went-wrong = Quelque chose n’a pas marché.
common-earlier-try = Un essai précédent a créé une partie, ou date de trop longtemps. Regardez vos parties, ou réessayez pour en créer une de plus.
common-seed-not-kept = Le serveur n’a pas gardé la graine qu’il avait promise. Conservez ceci : { $receipt }
common-no-server = Le serveur est injoignable. Êtes-vous en ligne ?
common-answer-broke-off = La réponse s’est interrompue. Réessayez.
common-answered-status = Le serveur a répondu { $status }.
common-signed-out = Votre session est fermée. Reconnectez-vous.
common-has-passkey = Cet appareil a déjà une de vos clés d’accès.
common-no-passkey = Cela n’a pas marché : aucune clé d’accès n’a été utilisée.
common-no-player = Il n’y a pas de joueur « { $name } »
common-offline = Vous êtes hors ligne.
common-offline-since = Voici ce qu’il en était le { $when }. Rien ne peut être joué tant que le serveur est injoignable.

## Names of players

common-program = { $name } (un programme)
common-bot-n = Bot { $n }
common-seat-n = place { $n }
common-bots = { $n ->
    [1] un bot
   *[other] { $n } bots
 }
common-invited = { $name } (sur invitation)
common-somebody = quelqu’un
common-free-seats = { $n ->
    [1] une place libre
   *[other] { $n } places libres
 }

## Clocks

common-days = { $n ->
    [one] { $n } jour
   *[other] { $n } jours
 }
common-days-per-move = { $n ->
    [1] un jour par coup
   *[other] { $n } jours par coup
 }
common-days-per-game = { $n ->
    [1] un jour pour toute la partie
   *[other] { $n } jours pour toute la partie
 }
common-no-clock = sans pendule
common-clock-paused = pendule arrêtée jusqu’à { $at }
common-clock-left-until = encore { $span }, jusqu’à { $at }
common-clock-over-until = temps écoulé ; on peut encore jouer jusqu’à { $at }
common-clock-over = temps écoulé
common-clock-bank = { $span } en réserve
common-clock-left = reste { $span }

## Sending moves

common-sending-hold = Coups annulables pendant 4 secondes
common-sending-now = Coups envoyés tout de suite
common-sending-ask = Coups envoyés quand je les confirme

## Muting and blocking

common-mute = Masquer ses messages
common-unmute = Rétablir ses messages
common-unmuted = Les messages de { $name } vous sont à nouveau montrés.
common-muted = Vous ne voyez plus ce que dit { $name }. Vos réglages indiquent qui vous avez masqué.
common-block = Bloquer…
common-block-ask = Bloquer { $name } ? { $name } ne pourra ni vous inviter ni rejoindre vos parties ; les parties en cours continuent.
common-block-yes = Oui, bloquer
common-unblock = Débloquer
common-unblocked = { $name } n’est plus bloqué.
common-blocked = { $name } est bloqué. Vos réglages indiquent qui vous avez bloqué.

## What connected apps may do

common-may-see = voir vos parties
common-may-play = créer et rejoindre des parties, et jouer en votre nom
common-may-chat = lire et écrire discussions, notes et signalements, et choisir de qui masquer les messages
common-may-mail = changer les courriels que vous recevez
common-may-account = lire votre compte, votre adresse comprise, et prendre des vacances

## The kinds of games

common-play-now = Jouer tout de suite
common-play-bot-now = Jouer contre un bot
common-kinds-count = { $n ->
    [1] Un jeu
   *[other] { $n } jeux
 }
common-play-bot-hint = Une partie contre des bots commence aussitôt. Tout le monde peut la regarder, et les moteurs de recherche peuvent la trouver.
common-which-game = Quel jeu ?
common-leaderboards = Classements
common-archive = Archives
