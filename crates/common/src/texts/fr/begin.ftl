### Courriels aux personnes sans compte qui nous écrivent, et leur page.

## La question

subject-begin = Voulez-vous jouer par courriel ?
begin-asked = Quelqu’un a écrit depuis votre adresse à { $desk }, où l’on joue à des jeux de société par courriel. Personne ne joue encore depuis cette adresse : rien n’a donc été fait.
begin-yes-bot = Était-ce vous ? Alors répondez à ce courriel par « oui » : vous aurez un compte, et une partie de { $game }{ $bots ->
    [0] { "" }
    [one] { " " }contre un bot
   *[other] { " " }contre { $bots } bots
 } commencera.
begin-yes-with = Était-ce vous ? Alors répondez à ce courriel par « oui » : vous aurez un compte, et une partie de { $game }, à laquelle nous inviterons la personne que vous avez nommée.
begin-yes-other = Était-ce vous ? Alors répondez à ce courriel par « oui » : vous aurez un compte, et ce que vous demandiez sera fait.
begin-yes = Était-ce vous ? Alors répondez à ce courriel par le jeu auquel vous voulez jouer, par exemple « jouer thats-life » : vous aurez un compte, et la partie commencera, contre des bots si elle se joue à plusieurs. « jouer thats-life avec NOM » invite plutôt quelqu’un, par son nom ou son adresse. « oui » ne crée que le compte.
begin-name = Votre nom ici est votre prénom, si votre courriel le donne. La ligne « nom NOM » dans votre réponse en choisit un autre. Un nom compte de 2 à 24 caractères : lettres (a à z), chiffres, « - » et « _ ». Vous ne pourrez plus en changer. Les noms sont publics, les adresses ne le sont pas.
begin-until = Une réponse compte une fois, { $days ->
    [one] pendant un jour
   *[other] pendant { $days } jours
 }. Si ce n’était pas vous, ne faites rien, ou répondez « non » : nous effacerons alors votre adresse.
begin-link = Ou cliquez sur le bouton de cette page :
begin-button = Oui, je veux jouer

## La réponse

begin-welcome = Bienvenue ! Vous vous appelez { $name } ici, et votre adresse est confirmée.
begin-other-name = Le nom que vous avez choisi ne convient pas, est pris, ou ressemble à un nom pris. Seul l’exploitant de ce serveur peut le changer.
begin-password = Pour jouer par courriel, il ne vous faut pas de mot de passe. Pour jouer aussi sur { $url }, demandez-y un nouveau mot de passe pour cette adresse : vous recevrez un courriel pour le choisir.
begin-known = Vous avez déjà un compte : vous vous appelez { $name }.
begin-forgotten = Aucun compte n’a été créé, et votre adresse est effacée.

## La page

begin-title = Voulez-vous jouer par courriel ?
begin-what = Vous aurez un compte, et nous ferons ce que vous demandiez. Si ce n’est pas vous qui avez écrit, fermez cette page : il ne s’est rien passé.
begin-what-name = Le nom que vous voulez (sinon, votre prénom)
begin-done = Bienvenue !
begin-done-what = Le prochain courriel dit comment vous vous appelez et ce qui suit. Vous pouvez fermer cette page.
begin-failed = Cela n’a pas marché
begin-no-link = Ce lien est faux, déjà utilisé ou expiré. Si vous avez déjà appuyé sur le bouton, vous avez un compte : consultez votre messagerie. Sinon, écrivez encore une fois, six heures au plus tôt après votre premier courriel, et vous recevrez un autre lien.
