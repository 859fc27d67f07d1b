#!/usr/bin/env bash
# Creates a tag and a GitHub release with the published tarballs.
set -euo pipefail
folder=$1
version=$(node -p "require('./packages/types/package.json').version")
if gh release view "v$version" > /dev/null 2>&1; then
  echo "The release v$version already exists."
  exit 0
fi
gh release create "v$version" --target "$(git rev-parse HEAD)" --title "$version" \
  --notes "See the changelog of each package for its changes." "$folder"/*.tgz
