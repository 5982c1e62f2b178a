# syntax=docker/dockerfile:1
# The server without a database of its own: DATABASE_URL must name a PostgreSQL.

FROM docker.io/library/rust:1.95.0-bookworm AS build
# `dev` compiles faster, for experiments.
ARG PROFILE=dist
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile "$PROFILE" --locked --bin turnpike \
    && if [ "$PROFILE" = dev ]; then folder=debug; else folder=$PROFILE; fi \
    && strip -o /usr/local/bin/turnpike "target/$folder/turnpike"

FROM docker.io/library/debian:12.12-slim
# curl is for the health check only.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/turnpike turnpike
COPY --from=build /usr/local/bin/turnpike /usr/local/bin/turnpike
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/turnpike/
# A number shows orchestrators that the user is not root.
USER 10001
ENV TURNPIKE_LISTEN=0.0.0.0:8080 \
    TURNPIKE_DATA_DIR=/var/lib/turnpike
EXPOSE 8080
STOPSIGNAL SIGTERM
# Without the address of a database, `serve` would start a private one in the container, where it is
# easily lost. Each documented way to give the address is accepted. 78: invalid settings.
ENTRYPOINT ["/bin/sh", "-c", "case \"$1\" in serve|-*|'') case \"$DATABASE_URL$DATABASE_URL_FILE $* \" in [!\\ ]*|*' --database-url'[\\ =]*|*' --env-file'[\\ =]*|*' --help '*|*' -h '*|*' --version '*|*' -V '*) ;; *) echo 'turnpike: set DATABASE_URL or DATABASE_URL_FILE' >&2; exit 78 ;; esac ;; esac; exec turnpike \"$@\"", "turnpike"]
