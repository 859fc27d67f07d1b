#!/usr/bin/env bash
# Leaves what is published in a folder: the tarballs, as they were tried.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
node tools/release/src/main.ts --keep "$folder"
