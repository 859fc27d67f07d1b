#!/usr/bin/env bash
# Where changesets wait, brings the pull request that turns them into a version up to date. Says `pending=true` or `false` to the steps that follow.
set -euo pipefail
shopt -s nullglob
waiting=()
for file in .changeset/*.md; do
  [ "$file" = .changeset/README.md ] || waiting+=("$file")
done
if [ ${#waiting[@]} -eq 0 ]; then
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
  gh pr create --head release/next --base main --title "Release $version" --body "Merging this publishes $version. The changelogs of the packages say what is in it."
else
  gh pr edit release/next --title "Release $version"
fi
