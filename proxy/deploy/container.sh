#!/bin/sh
# What the container runs: serves the site that SITE names, such as a mounted folder.
# Without SITE it serves the site of its own data: the one in the image, or, for another address or other links, one that it builds first.
set -eu
log() { printf '{"level":30,"time":%s000,"msg":"%s"}\n' "$(date +%s)" "$1"; }
if [ -z "${SITE:-}" ]; then
  SITE=site
  if [ -n "${BASE_URL:-}${ASSETS_URL:-}${DATA_REPOSITORY_URL:-}${KEY_SETTINGS_URL:-}" ]; then
    SITE=${TMPDIR:-/tmp}/gamedata/dist
    log 'building the site for these settings; it is served when it is complete'
    node .compiled/gamedata.js build --out "$SITE" >&2
    log 'the site is complete'
  fi
fi
exec node .compiled/gamedata.js serve "$SITE"
