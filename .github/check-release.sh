#!/usr/bin/env bash
# Checks what a release needs before anything is built: check-release.sh TAG. BASE_URL is the public address of the site.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=$1
refuse() {
  echo "$1" >&2
  exit 1
}

[[ "${BASE_URL:-}" =~ ^https://[^/]+ ]] ||
  refuse "the variable BASE_URL of the repository is \"${BASE_URL:-}\"; set it to the public address of the site, which starts with https://"
case $tag in data-*) exit ;; esac

version=$(node -p 'JSON.parse(fs.readFileSync("package.json")).version')
[ "$tag" = "v$version" ] || refuse "the tag is $tag, but package.json says $version; make them agree"
grep -q "^## $version\( \|$\)" CHANGELOG.md || refuse "CHANGELOG.md has no part \"## $version\"; write it before the release"
printf '%s\n' 11.5.1 "$(npm --version)" | sort --version-sort --check=quiet ||
  refuse "npm $(npm --version) cannot publish without a token; trusted publishing needs npm 11.5.1 or later"
