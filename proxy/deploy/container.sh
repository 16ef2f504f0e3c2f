#!/bin/sh
# What the container runs: serves the site that SITE names, such as a mounted folder.
# Without SITE it first builds the site of its own data for BASE_URL, which takes a second or two.
set -eu
if [ -z "${SITE:-}" ]; then
  SITE=${TMPDIR:-/tmp}/gamedata/dist
  node .compiled/gamedata.js build --out "$SITE"
fi
exec node .compiled/gamedata.js serve "$SITE"
