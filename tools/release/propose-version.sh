#!/usr/bin/env bash
# Creates or updates the pull request that turns pending changesets into a version. Sets the output `pending` to `true` or `false` for later steps.
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
git switch --quiet --force-create release/next
git add --all
git -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' commit --quiet --message "chore: version $version"
gh auth setup-git
git push --quiet --force origin release/next
if [ "$(gh pr list --head release/next --state open --json number --jq length)" = 0 ]; then
  gh pr create --head release/next --base main --title "Release $version" --body "Merging this publishes $version. See the changelog of each package for its changes."
else
  gh pr edit release/next --title "Release $version"
fi
