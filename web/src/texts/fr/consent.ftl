### The pages where somebody lets an app act for them.

consent-app-asks = Une application demande l’accès à votre compte
consent-password-stays = Il n’apprend pas votre mot de passe et ne peut pas changer la façon dont vous vous connectez. Un courriel vous en informe.
consent-allow = Autoriser
consent-you-are = Vous êtes { $name }.
consent-calls-itself = Il se présente comme { $name }. Tout programme peut prendre ce nom : ce qui compte, c’est que vous veniez de le lancer vous-même, et où vous allez ensuite : { $place }.
consent-would-be-able = Il pourrait, pendant un an ou jusqu’à ce que vous le révoquiez :
consent-device-title = Connecter un programme
consent-device-what = Un programme que vous avez lancé vous-même vous montre un code. Si quelqu’un vous en a envoyé un, ne le saisissez pas : cette personne pourrait agir pour vous.
consent-device-code = Le code que montre le programme
consent-device-go-on = Continuer
consent-device-asked = Vous êtes { $you }. Un programme qui se présente comme { $program } a fait sa demande le { $when }. Il pourrait, pendant un an ou jusqu’à ce que vous le révoquiez :
consent-device-done = Le programme est connecté. Retournez-y.
consent-device-denied = Le programme n’obtient rien.
