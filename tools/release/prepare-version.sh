#!/usr/bin/env bash
# Commits the version that pending changesets make, as a Git bundle in a folder: `bash tools/release/prepare-version.sh <folder>`.
# Sets the output `pending` to `true` or `false` for later steps. Runs without a token, because it runs dependencies.
set -euo pipefail
shopt -s nullglob
pending=()
for file in .changeset/*.md; do
  [ "$file" = .changeset/README.md ] || pending+=("$file")
done
if [ ${#pending[@]} -eq 0 ]; then
  echo "pending=false" >> "${GITHUB_OUTPUT:-/dev/stdout}"
  exit 0
fi
echo "pending=true" >> "${GITHUB_OUTPUT:-/dev/stdout}"

export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
changeset version
pnpm install --lockfile-only --ignore-scripts
version=$(node -p "require('./packages/types/package.json').version")
base=$(git rev-parse HEAD)
git switch --quiet --force-create release/next
git add --all
git -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' commit --quiet --message "chore: version $version"
mkdir -p "$1"
git bundle create --quiet "$1/version.bundle" "$base..release/next"
