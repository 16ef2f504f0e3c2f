#!/usr/bin/env bash
# Publishes packages to npm: publish-packages.sh FILE.tgz... A package that an earlier run has published is left as it is.
# Without NPM_TOKEN npm identifies the workflow by itself (trusted publishing).
set -euo pipefail

if [ -n "${NPM_TOKEN:-}" ]; then
  registry=$(npm config get registry)
  echo "${registry#http*:}:_authToken=\${NPM_TOKEN}" >.npmrc
fi
for file in "$@"; do
  package=$(tar -xOf "$file" package/package.json | node -p 'const about = JSON.parse(fs.readFileSync(0)); about.name + "@" + about.version')
  packed=sha512-$(openssl dgst -sha512 -binary "$file" | base64 --wrap=0)
  published=$(npm view "$package" dist.integrity 2>/dev/null || true)
  if [ -z "$published" ]; then
    npm publish "./$file" --access public --ignore-scripts
  elif [ "$published" = "$packed" ]; then
    echo "$package is published already"
  else
    echo "npm has another $package than $file; release a new version" >&2
    exit 1
  fi
done
