#!/bin/sh
# Does with the variables of deploy/compose.yaml what the official image of PostgreSQL does.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    printf %s "$POSTGRES_PASSWORD" >/tmp/password
    initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8
    rm /tmp/password
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    pg_ctl -o "-c listen_addresses=''" -w start
    createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
    pg_ctl -w stop
fi
exec postgres -c "listen_addresses=*"
