### The pages where somebody lets an app act for them.

consent-app-asks = An app asks for access to your account
consent-password-stays = It does not learn your password, and cannot change how you sign in. You get a mail about it.
consent-allow = Allow it
consent-you-are = You are { $name }.
consent-calls-itself = It calls itself { $name }. Any app can use this name: make sure that you have just started it yourself, and check where you go on from here: { $place }.
consent-would-be-able = It would be able, for a year or until you revoke it, to:
consent-device-title = Sign a program in
consent-device-what = A program that you have started yourself shows you a code. If somebody sent you one, do not type it: it would let them act for you.
consent-device-code = The code that the program shows
consent-device-go-on = Go on
consent-device-asked = You are { $you }. A program that calls itself { $program } asked { $when }. It would be able, for a year or until you revoke it, to:
consent-device-done = The program is signed in. Go back to it.
consent-device-denied = The program gets nothing.
