#!/bin/bash
# Builds the image, starts all of docker-compose.yml with podman, and plays a game through the proxy.
# Run it as root on a test machine. Needs podman with netavark and
# aardvark-dns, podman-compose 1.3 or newer, debootstrap, a Rust toolchain, curl and python3.
#
# Keeps everything in one folder (WORK) and removes it at the end. Without a reachable registry of
# images, it makes substitutes of Debian's packages under the same names, and lists them.
# PROFILE=dev compiles faster than the default, release.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=${WORK:-$(mktemp -d /var/tmp/turnpike-compose.XXXXXX)}
profile=${PROFILE:-release}
mkdir -p "$work"

# Our own store of images, and limits that this machine allows.
cat >"$work/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$work/images"
runroot = "$work/run"
END
cat >"$work/containers.conf" <<END
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
[network]
network_backend = "netavark"
[engine]
runtime = "$(command -v runc >/dev/null && echo runc || echo crun)"
cgroup_manager = "cgroupfs"
END
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
compose() { podman-compose --project-name turnpike-try --env-file "$work/env" "$@"; }

finish() {
    status=$?
    [ $status = 0 ] || compose logs --tail 30 || true
    compose down --volumes --timeout 30 >/dev/null 2>&1 || true
    [ -n "${WORK-}" ] || { podman rmi --all --force >/dev/null 2>&1 || true; rm -rf "$work"; }
    exit $status
}
trap finish EXIT

debian_tree() {
    [ -d "$work/debian" ] || debootstrap --variant=minbase bookworm "$work/debian" >"$work/debootstrap.log"
}

# Builds an image of this name from the Dockerfile on standard input, with files from a folder.
make_image() { podman build --quiet --network host --tag "$1" --file - "$2" >/dev/null; }

# Makes a substitute for the image of this name out of Debian's packages.
stand_in() {
    debian_tree
    local base=localhost/stand-in-debian files=$work/files
    podman image exists $base || tar -C "$work/debian" -c . | podman import --quiet - $base >/dev/null
    rm -rf "$files" && mkdir "$files"
    case $1 in
    */rust:*)
        cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$files/ca.crt"
        make_image localhost/stand-in-gcc "$files" <<END
FROM $base
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev ca-certificates
COPY ca.crt /etc/ssl/certs/ca-certificates.crt
ENV CARGO_HOME=/usr/local/cargo PATH=/usr/local/rust/bin:/usr/bin:/bin
END
        # The toolchain of this machine, without its documentation.
        local container
        container=$(podman create localhost/stand-in-gcc true)
        mkdir "$files/rust"
        tar -C "$(rustc --print sysroot)" --exclude=./share --exclude=./lib/rustlib/src -c . | tar -C "$files/rust" -x
        podman cp "$files/rust" "$container:/usr/local/rust"
        podman commit --quiet "$container" "$1" >/dev/null
        podman rm "$container" >/dev/null
        rm -rf "$files/rust"
        ;;
    */postgres:*)
        cat >"$files/start.sh" <<'END'
#!/bin/bash
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
PATH=$bin:$PATH
mkdir -p /run/postgresql || true
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb --username postgres --auth-local trust --auth-host scram-sha-256 \
        --pwfile <(echo "$POSTGRES_PASSWORD") >/dev/null
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    pg_ctl -w start -o "-c listen_addresses=''" >/dev/null
    for file in /docker-entrypoint-initdb.d/*.sh; do . "$file"; done
    pg_ctl -w stop >/dev/null
fi
exec "$@" -c listen_addresses='*'
END
        make_image "$1" "$files" <<END
FROM $base
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 postgres \
    && apt-get update && apt-get install --yes --no-install-recommends postgresql \
    && rm -rf /var/lib/postgresql/*/main && install -d -o 999 -g 999 -m 700 /var/lib/postgresql/data \
    && install -d -o 999 -g 999 -m 3777 /run/postgresql \
    && ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/lib/postgresql/*/bin/psql /usr/local/bin/
COPY --chmod=755 start.sh /start.sh
ENV PGDATA=/var/lib/postgresql/data
ENTRYPOINT ["/start.sh"]
CMD ["postgres"]
END
        ;;
    */nginx:*)
        cat >"$files/start.sh" <<'END'
#!/bin/bash
set -e
if [ -n "$NGINX_ENTRYPOINT_LOCAL_RESOLVERS" ]; then
    NGINX_LOCAL_RESOLVERS=$(awk '$1 == "nameserver" { print $2; exit }' /etc/resolv.conf)
    export NGINX_LOCAL_RESOLVERS
fi
for file in /etc/nginx/templates/*.template; do
    envsubst "$(env | sed 's/=.*//; s/^/$/' | tr '\n' ' ')" <"$file" \
        >"$NGINX_ENVSUBST_OUTPUT_DIR/$(basename "$file" .template)"
done
exec "$@"
END
        make_image "$1" "$files" <<END
FROM $base
RUN apt-get update && apt-get install --yes --no-install-recommends nginx gettext-base curl
COPY --chmod=755 start.sh /start.sh
ENTRYPOINT ["/start.sh"]
END
        ;;
    */mailpit:*)
        cat >"$files/mailpit" <<'END'
#!/usr/bin/python3
"""Takes mail at port 1025, and says at port 8025 how many there are."""
import http.server, json, sys, time, urllib.request
if sys.argv[1:] == ["readyz"]:
    urllib.request.urlopen("http://127.0.0.1:8025/readyz")
    sys.exit()
from aiosmtpd.controller import Controller
taken = []
class Sink:
    async def handle_DATA(self, server, session, envelope):
        taken.append(envelope)
        return "250 taken"
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"total": len(taken)}).encode())
    def log_message(self, *args):
        pass
Controller(Sink(), hostname="0.0.0.0", port=1025).start()
http.server.HTTPServer(("0.0.0.0", 8025), Page).serve_forever()
END
        make_image "$1" "$files" <<END
FROM $base
RUN apt-get update && apt-get install --yes --no-install-recommends python3-aiosmtpd
COPY --chmod=755 mailpit /mailpit
ENTRYPOINT ["/mailpit"]
END
        ;;
    */debian:*) podman tag $base "$1" ;;
    *)
        echo "there is no stand-in for $1" >&2
        exit 1
        ;;
    esac
}

touch "$work/stand-ins"
for image in $(grep -hoE 'docker\.io/[^ ]+' Dockerfile docker-compose.yml | sort -u); do
    if ! podman image exists "$image" && ! timeout 120 podman pull --quiet "$image" >/dev/null 2>&1; then
        stand_in "$image"
        echo "$image" >>"$work/stand-ins"
    fi
    echo "image $image$(grep -qxF "$image" "$work/stand-ins" && echo ', a stand-in')"
done

podman build --quiet --network host --format docker --build-arg "PROFILE=$profile" --tag turnpike . >/dev/null
echo "built turnpike ($profile)"

umask 077
for name in SUPERUSER OWNER APP; do
    echo "TURNPIKE_DB_$name=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')"
done >"$work/env"
# Starts one after the other, in the order of the file: some versions of podman do not wait for a
# container's health, and none checks it without systemd.
up() { compose up --detach --no-build --no-deps "$@" >>"$work/up.log" 2>&1; }
healthy() {
    for _ in $(seq 60); do
        podman healthcheck run "turnpike-try_$1_1" >/dev/null 2>&1 && return
        sleep 1
    done
    echo "$1 does not become healthy" >&2
    return 1
}
up db mail && healthy db && healthy mail
up migrate && [ "$(podman wait turnpike-try_migrate_1)" = 0 ]
up web worker && healthy web
up proxy
url=http://127.0.0.1:8080
for _ in $(seq 60); do curl -sf $url/health/ready >/dev/null && break || sleep 1; done
curl -sSf $url/health/ready >/dev/null
echo "ready behind the proxy"

(cd "$work" && TURNPIKE_URL=$url sh "$OLDPWD/docs/examples/play.sh" thats-life)
history=$(ls "$work"/*.json)
podman run --rm --interactive --network none turnpike verify /dev/stdin <"$history"
mails() { curl -sf http://127.0.0.1:8025/api/v1/messages | python3 -c 'import json, sys; print(json.load(sys.stdin)["total"])'; }
for _ in $(seq 60); do [ "$(mails)" -ge 2 ] && break || sleep 1; done
[ "$(mails)" -ge 2 ]
echo "mails that were caught: $(mails)"

# No container runs as root, can gain privileges, or can write to its image.
for container in $(podman ps --quiet --filter label=io.podman.compose.project=turnpike-try); do
    podman inspect "$container" | python3 -c '
import json, sys
it = json.load(sys.stdin)[0]
user, host = it["Config"]["User"], it["HostConfig"]
rights = it.get("EffectiveCaps") or []
print(it["Name"], "user", user, "rights", len(rights), "read-only", host["ReadonlyRootfs"])
safe = user not in ("", "root", "0") and not rights and host["ReadonlyRootfs"]
sys.exit(not (safe and "no-new-privileges" in str(host["SecurityOpt"])))'
done
if [ -s "$work/stand-ins" ]; then
    echo "No registry of images was reached. Stand-ins, made of Debian's packages, were:"
    cat "$work/stand-ins"
fi
echo "well"
