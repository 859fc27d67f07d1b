#!/usr/bin/env bash
# Installs pnpm, Node 24 and the dependencies, and adds the programs to the path of later steps.
set -euo pipefail
cd "$(dirname "$0")/../.."
node --input-type=module -e "import { setUp } from './tools/bootstrap/set-up.mjs'; await setUp()"
if [ -n "${GITHUB_PATH:-}" ]; then
  printf '%s\n' "$PWD/tools/bootstrap/toolchain/node_modules/.bin" "$PWD/node_modules/.bin" >> "$GITHUB_PATH"
fi
