### The pages where somebody lets an app act for them.

consent-app-asks = Eine App bittet um Zugriff auf dein Konto
consent-password-stays = Dein Passwort erfährt es nicht, und wie du dich anmeldest, kann es nicht ändern. Du bekommst eine Mail darüber.
consent-allow = Erlauben
consent-you-are = Du bist { $name }.
consent-calls-itself = Es nennt sich { $name }. So kann jeder ein Programm nennen: Es zählt, dass du es gerade selbst gestartet hast und wohin es von hier aus weitergeht: { $place }.
consent-would-be-able = Ein Jahr lang, oder bis du es widerrufst, könnte es:
consent-device-title = Ein Programm anmelden
consent-device-what = Ein Programm, das du selbst gestartet hast, zeigt dir einen Code. Hat dir jemand einen geschickt, dann gib ihn nicht ein: Damit könnte diese Person für dich handeln.
consent-device-code = Der Code, den das Programm zeigt
consent-device-go-on = Weiter
consent-device-asked = Du bist { $you }. Ein Programm mit dem selbst gewählten Namen { $program } fragte am { $when }. Ein Jahr lang, oder bis du es widerrufst, könnte es:
consent-device-done = Das Programm ist angemeldet. Geh zu ihm zurück.
consent-device-denied = Das Programm bekommt nichts.
