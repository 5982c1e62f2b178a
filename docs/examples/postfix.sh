#!/bin/bash
# A turn mail out and a reply in, through Postfix: run it as root on a machine that is for trying
# things (it changes the configuration of Postfix). Needs postfix, swaks, curl and python3, and
# `turnpike` as the first argument.
set -euo pipefail
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
    transport_maps="inline:{ play.test=lmtp:inet:127.0.0.1:12525 }"
postfix start || postfix reload

TURNPIKE_LISTEN=127.0.0.1:18080 TURNPIKE_DATA_DIR="$work/data" SMTP_URL=smtp://127.0.0.1:25 \
    TURNPIKE_MAIL_DOMAIN=play.test TURNPIKE_MAIL_LISTEN=127.0.0.1:12525 TURNPIKE_MAIL_PAUSE=0 \
    "$turnpike" serve 2> "$work/log" &
server=$!
trap 'kill $server; wait $server || true; postfix stop' EXIT
until curl -sf $url/health/ready > /dev/null; do sleep 0.5; done

# The newest mail whose Message-ID begins so: one of its headers, or its text.
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

move=$(mail your_turn. text | sed -n '/^YOUR MOVES/,$p' | sed -n '3s/^  \([^ ]*\( [^ ]\+\)*\).*/\1/p')
echo "the turn mail offers: $move"
swaks --silent 2 --server 127.0.0.1:25 --from ann@example.test \
    --to "$(mail your_turn. Reply-To | grep -oE 'play\+[^>]+')" \
    --h-From ann@example.test --h-Subject "Re: my turn" \
    --add-header "In-Reply-To: $(mail your_turn. Message-ID)" --body "$move"
mail reply. text | sed -n 1,12p
mail reply. text | grep -q 'Played: '
echo "played through Postfix, both ways"
