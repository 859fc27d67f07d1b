#!/usr/bin/env bash
# What a pull request is asked beyond the tests: that users are told of what they will see. BASE is where it begins, as in origin/main.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
node tools/release/src/surface/main.ts --since "$BASE"
if node tools/spec/src/main.ts diff --help > /dev/null 2>&1; then
  node tools/spec/src/main.ts diff --since "$BASE" --check
fi
