#!/usr/bin/env bash
# Makes the release of a tag, or completes the one that an earlier run has made: publish-release.sh TAG TITLE FILE...
# The notes are release/NOTES.md.
set -euo pipefail

tag=$1
title=$2
shift 2
if gh release view "$tag" >/dev/null 2>&1; then
  gh release edit "$tag" --title "$title" --notes-file release/NOTES.md
  gh release upload "$tag" "$@" --clobber
else
  gh release create "$tag" "$@" --verify-tag --title "$title" --notes-file release/NOTES.md
fi
