### The page about this server.

about-title = À propos de ce site
about-what = Des jeux de société pour plusieurs personnes qui n’ont pas besoin d’être là en même temps : chacun a des heures ou des jours pour jouer son coup, ici ou en répondant à un courriel. Des programmes peuvent jouer aussi ; c’est alors indiqué.
about-how-to-play-game = Comment jouer à { $game }
about-rules-of-game = Les règles de { $game }
about-privacy-public = Tout le monde voit votre nom, depuis quand vous êtes là et vos parties publiques. Les moteurs de recherche peuvent trouver une telle partie, mais pas votre page. Les parties entre joueurs invités ne sont vues que par eux, mais leurs résultats comptent pour les cotes.
about-privacy-here = Ceux avec qui vous jouez voient si vous êtes en ligne, jusqu’à la fin de la partie. Ceux que vous bloquez ne le voient pas.
about-privacy-address = Votre adresse de courriel n’est montrée à personne. Elle ne sert qu’aux courriels sur vos parties, autant que vous en voulez, et à la connexion.
about-privacy-password = De votre mot de passe, le serveur ne garde que de quoi le vérifier.
about-privacy-nobody-else = Ces pages ne demandent rien à personne d’autre : pas de publicité, rien qui vous suive. Votre navigateur retient que vous êtes connecté et vos préférences.
about-privacy-leaving = Vous pouvez emporter vos parties dans un fichier et supprimer votre compte. Son nom, son adresse et ses messages sont alors effacés ; les parties jouées restent, sous un nom anonyme.
about-privacy-guests = Un invité qui n’est pas revenu depuis 30 jours est effacé.
about-dice = Le hasard est-il équitable ?
about-dice-fair = Le serveur fixe sa part de hasard avant que quiconque ne prenne place, et chaque joueur y ajoute la sienne : personne ne peut le choisir à lui seul. La partie finie, « Vérifier le hasard » recalcule tout dans votre navigateur.
