#!/usr/bin/env bash
# Tags what was published and attaches the tarballs to the release of that tag.
set -euo pipefail
folder=$1
version=$(node -p "require('./packages/types/package.json').version")
if gh release view "v$version" > /dev/null 2>&1; then
  echo "v$version is there already."
  exit 0
fi
gh release create "v$version" --target "$(git rev-parse HEAD)" --title "$version" \
  --notes "What is new stands in the changelog of each package." "$folder"/*.tgz
