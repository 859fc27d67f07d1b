#!/usr/bin/env bash
# Pushes the commit of prepare-version.sh and creates or updates its pull request: `bash tools/release/propose-version.sh <folder>`.
# Has a token that may write, so it runs only git and gh.
set -euo pipefail
git fetch --quiet "$1/version.bundle" +release/next:release/next
title="Release $(git log -1 --format=%s release/next | sed 's/^chore: version //')"
gh auth setup-git
git push --quiet --force origin release/next
if [ "$(gh pr list --head release/next --state open --json number --jq length)" = 0 ]; then
  gh pr create --head release/next --base main --title "$title" --body "Merging this publishes it. See the changelog of each package for its changes."
else
  gh pr edit release/next --title "$title"
fi
