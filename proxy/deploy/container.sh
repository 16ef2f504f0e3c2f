#!/bin/sh
# What the container runs: serves the site that SITE names, such as a mounted folder.
# Without SITE it serves the site of its own data at BASE_URL: the one in the image, moved to that address in a second or two.
# What else decides about pages, such as KEY_SETTINGS_URL, has the site built whole, which takes some seconds.
set -eu
if [ -z "${SITE:-}" ]; then
  SITE=${TMPDIR:-/tmp}/gamedata/dist
  node .compiled/gamedata.js build --from site --out "$SITE"
fi
exec node .compiled/gamedata.js serve "$SITE"
