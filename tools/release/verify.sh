#!/usr/bin/env bash
# Installs, builds and runs one verification: `bash tools/release/verify.sh "release --long"`.
set -euo pipefail
cd "$(dirname "$0")/../.."
bash tools/release/set-up.sh
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
pnpm run build
read -ra verification <<< "$1"
node tools/contract/src/main.ts "${verification[@]}"
