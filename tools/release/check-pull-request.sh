#!/usr/bin/env bash
# Checks that a pull request has a changeset for changes that users see. BASE is the base branch, for example origin/main.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
node tools/release/src/surface/main.ts --since "$BASE"
node tools/spec/src/main.ts diff --since "$BASE" --check
