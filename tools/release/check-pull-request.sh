#!/usr/bin/env bash
# What a pull request is asked beyond the tests: that users are told of what they will see. BASE is where it begins, as in origin/main.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
node tools/release/src/surface/main.ts --since "$BASE"
node tools/spec/src/main.ts diff --since "$BASE" --check
