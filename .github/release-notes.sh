#!/usr/bin/env bash
# Prints the notes of a release: release-notes.sh TAG.
# For a program release (v1.2.3): its section of CHANGELOG.md, then the data changes since the previous tag.
# For a data release (data-2026-10-06): the data changes since the previous data tag.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=$1
family=${tag%%[0-9]*}
previous=$(git describe --tags --abbrev=0 --match "${family}[0-9]*" "$tag^" 2>/dev/null || true)

if [ "$family" = v ]; then
  changes=$(awk -v version="${tag#v}" '/^## / { inside = $2 == version; next } inside' CHANGELOG.md)
  if [ -z "$changes" ]; then
    echo "CHANGELOG.md has no section \"## ${tag#v}\"; write it before the release" >&2
    exit 1
  fi
  printf '%s\n\n' "$changes"
fi

if [ -z "$previous" ]; then
  echo 'The first release of its kind.'
elif ! npm run -s gamedata -- diff "$previous" "$tag" --format markdown; then
  # This version cannot read data of an older form. That must not stop a release.
  echo "Changes of the data since $previous are listed in gamedata/patches."
fi

# Other versions of Node may compress the same site to other bytes.
printf '\nThe tarball of the site was made with Node %s.\n' "$(node -p process.versions.node)"
