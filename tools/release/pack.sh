#!/usr/bin/env bash
# Packs and tests the packages, and copies their tarballs to a folder: `bash tools/release/pack.sh <folder>`.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
node tools/release/src/main.ts --keep "$folder"
