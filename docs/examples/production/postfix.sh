#!/bin/sh
# Sets Postfix up to send Turnpike's mail and to hand it the mail for its domain:
#   sh postfix.sh play.example.org mail.example.org you@example.org
# Mail for root, postmaster and abuse, at the domain and at this machine, goes to the last address.
set -eu
domain=$1 host=$2 operator=$3
printf '%s\n' "root $operator" "postmaster $operator" "abuse $operator" >/etc/postfix/turnpike-aliases
postmap /etc/postfix/turnpike-aliases
# Mail of this machine comes from the domain, which OpenDKIM signs for. From outside, the machine's own
# name accepts only the aliases.
postconf -e "myhostname=$host" "myorigin=$domain" "mydestination=$host, localhost" \
    "virtual_alias_maps=hash:/etc/postfix/turnpike-aliases" "local_recipient_maps=\$virtual_alias_maps" \
    "mynetworks=127.0.0.0/8 [::1]/128" \
    "inet_interfaces=all" "inet_protocols=all" "recipient_delimiter=+" "message_size_limit=10485760" \
    "virtual_mailbox_domains=$domain" "virtual_mailbox_maps=static:all" \
    "virtual_transport=lmtp:inet:127.0.0.1:2525" \
    "smtpd_recipient_restrictions=permit_mynetworks, reject_unauth_destination, reject_unverified_recipient" \
    "unverified_recipient_reject_code=550" \
    "address_verify_positive_refresh_time=5m" "address_verify_positive_expire_time=1h" \
    "smtpd_tls_cert_file=/etc/letsencrypt/live/$domain/fullchain.pem" \
    "smtpd_tls_key_file=/etc/letsencrypt/live/$domain/privkey.pem" \
    "smtpd_tls_security_level=may" "smtp_tls_security_level=may" \
    "smtpd_milters=inet:127.0.0.1:8891" "non_smtpd_milters=inet:127.0.0.1:8891" \
    "milter_default_action=tempfail" \
    "header_checks=regexp:/etc/postfix/turnpike-forged"
# Postfix removes such headers from outside before OpenDKIM adds its own.
echo '/^Authentication-Results:/ IGNORE' >/etc/postfix/turnpike-forged
