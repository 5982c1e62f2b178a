#!/bin/bash
# Sends a turn mail and a reply through Postfix, with both recipes of docs/PLAY-BY-MAIL.md, and mails
# that they must reject. Run it as root on a test machine, because it changes the configuration of
# Postfix. Needs postfix, swaks, curl and python3, and `turnpike` as the first argument.
set -euo pipefail
docs=$(realpath "$(dirname "$0")/..")
turnpike=$(realpath "$1")
work=$(mktemp -d)
chmod 755 "$work"
url=http://127.0.0.1:18080

# Postfix: mail for play.test goes to Turnpike by LMTP, mail for example.test into maildirs.
mkdir -m 777 "$work/mail"
postconf -e myhostname=mx.test mydestination=localhost inet_interfaces=loopback-only \
    inet_protocols=ipv4 smtputf8_enable=no mynetworks=127.0.0.0/8 recipient_delimiter=+ \
    virtual_mailbox_domains='play.test, example.test' virtual_mailbox_maps=static:all/ \
    virtual_mailbox_base="$work/mail" virtual_uid_maps=static:65534 virtual_gid_maps=static:65534 \
    smtpd_recipient_restrictions='reject_unauth_destination, reject_unverified_recipient' \
    unverified_recipient_reject_code=550 address_verify_positive_refresh_time=5m \
    address_verify_positive_expire_time=1h \
    transport_maps="inline:{ play.test=lmtp:inet:127.0.0.1:12525 }" \
    header_checks="regexp:$work/forged"
echo '/^Authentication-Results:/ IGNORE' > "$work/forged"
postfix start || postfix reload

TURNPIKE_LISTEN=127.0.0.1:18080 TURNPIKE_DATA_DIR="$work/data" SMTP_URL=smtp://127.0.0.1:25 \
    TURNPIKE_MAIL_DOMAIN=play.test TURNPIKE_MAIL_LISTEN=127.0.0.1:12525 TURNPIKE_MAIL_PAUSE=0 \
    TURNPIKE_MAIL_AUTHSERV_ID=mx.test TURNPIKE_INBOUND_SECRET=a-secret-of-this-script \
    "$turnpike" serve 2> "$work/log" &
server=$!
trap 'kill $server; wait $server || true; postfix stop' EXIT
until curl -sf $url/health/ready > /dev/null; do sleep 0.5; done

# Prints a header, or the text, of the newest mail whose Message-ID begins with $1.
mail() {
    python3 - "$work/mail/all" "$1" "$2" << 'PYTHON'
import email, email.policy, pathlib, sys, time
for _ in range(60):
    found = []
    for file in pathlib.Path(sys.argv[1]).glob("new/*"):
        mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        if mail["Message-ID"].startswith("<" + sys.argv[2]):
            found.append((file.stat().st_mtime, mail))
    if found:
        mail = max(found, key=lambda it: it[0])[1]
        text = mail.get_body(("plain",)).get_content()
        print(text if sys.argv[3] == "text" else mail[sys.argv[3]])
        break
    time.sleep(0.5)
else:
    sys.exit("no mail " + sys.argv[2])
PYTHON
}
token() { python3 -c 'import json, sys; print(json.load(sys.stdin)["session"]["access_token"])'; }
call() { curl -sSf -H 'Content-Type: application/json' -H "Authorization: Bearer ${token-}" "$@"; }

account='{"name": "ann", "email": "ann@example.test", "password": "correct horse battery"}'
token=$(curl -sSf -H 'Content-Type: application/json' -d "$account" $url/v1/players | token)
code=$(mail confirm_address text | grep -oE '^ +[A-Z0-9]{8}$' | tr -d ' ')
call -d "{\"code\": \"$code\"}" $url/v1/me/confirmation > /dev/null
call -d '{"kind": "ferry-follies"}' $url/v1/games > /dev/null

# Sends a mail to an address, with further options of swaks.
write() { swaks --silent 2 --server 127.0.0.1:25 --from ann@example.test --to "$@"; }
# Prints the response to this recipient, before the message is sent.
rcpt() { swaks --server 127.0.0.1:25 --from ann@example.test --to "$1" --quit-after RCPT 2>&1 || true; }
seat=$(mail your_turn. Reply-To | grep -oE 'play\+[^>]+')

for address in nobody@play.test play+00000000000000000000000000000000@play.test x@elsewhere.test; do
    rcpt "$address" | grep -E '^<\*\* 55[04]' > /dev/null || { echo "$address is not refused"; exit 1; }
done
rcpt "$seat" | grep '^<-  250 2.1.5' > /dev/null
echo "what is no address is refused at RCPT"

move=$(mail your_turn. text | sed -n '/^YOUR MOVES/,$p' | sed -n '3s/^  \([^ ]*\( [^ ]\+\)*\).*/\1/p')
echo "the turn mail offers: $move"
write "$seat" --h-From ann@example.test --h-Subject "Re: my turn" \
    --add-header "In-Reply-To: $(mail your_turn. Message-ID)" --body "$move"
mail reply. text | sed -n 1,12p
mail reply. text | grep 'Played: ' > /dev/null
echo "played through Postfix, both ways"

write games@play.test --h-From ann@example.test --body 'new ferry-follies' \
    --add-header 'Authentication-Results: mx.test; dmarc=pass header.from=example.test'
mail reply.2 text | grep 'not done anything yet' > /dev/null
echo "a forged Authentication-Results is taken out"

# The pipe: the documented program, with the address and the secret of this script.
sed -n '/^# to-turnpike/,/^```/p' "$docs/PLAY-BY-MAIL.md" | sed -e '/^```/d' -e '1i #!/bin/sh' \
    -e 's/127.0.0.1:8080/127.0.0.1:18080/' -e "s,/etc/turnpike-inbound-secret,$work/secret," \
    > "$work/to-turnpike"
echo a-secret-of-this-script > "$work/secret"
chmod 755 "$work/to-turnpike"
sed -n '/^\/^(games|bounces)/,/^```/p' "$docs/PLAY-BY-MAIL.md" | sed -e '/^```/d' \
    -e 's/example\\.org/test/' -e 's/play\\.test/play\\.test/' > "$work/turnpike"
echo '/@example\.test$/ all/' >> "$work/turnpike"
postconf -M turnpike/unix="turnpike unix - n n - 4 pipe flags=q user=nobody null_sender= \
    argv=$work/to-turnpike \${recipient} \${sender}"
postconf -e turnpike_destination_recipient_limit=1 virtual_mailbox_maps="regexp:$work/turnpike" \
    smtpd_recipient_restrictions=reject_unauth_destination transport_maps='inline:{ play.test=turnpike: }'
postfix reload
for address in nobody@play.test play+0@play.test x@elsewhere.test; do
    rcpt "$address" | grep -E '^<\*\* 55[04]' > /dev/null || { echo "$address is not refused"; exit 1; }
done
write "$seat" --h-From ann@example.test --body show
mail reply.3 text | grep 'THE BOARD' > /dev/null
echo "and through a pipe"
