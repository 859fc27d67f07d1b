#!/usr/bin/env bash
# Makes the single executable of the sandbox for this system, tries it, and attaches it to the release of the version.
set -euo pipefail
export PATH="$PWD/tools/bootstrap/toolchain/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
version=$(node -p "require('./packages/sandbox/package.json').version")
name=spindrift-sandbox-$version-$(node -p "process.platform + '-' + process.arch")
pnpm run build
file=$(pnpm --silent run executable | node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8').trim().split('\n').at(-1)).file")
"$file" exec -- node -e "process.exit(process.env.SPINDRIFT_BASE_URL ? 0 : 1)"
tar -czf "$name.tar.gz" -C "$(dirname "$file")" "$(basename "$file")" THIRD-PARTY-LICENSES
gh release upload "v$version" "$name.tar.gz" --clobber
