#!/usr/bin/env bash
# Builds the image of the sandbox from the published tarball, whose manifest has versions instead of `workspace:`, tries it and saves it to a
# folder: `bash tools/release/build-image.sh <release> <folder>`.
set -euo pipefail
tarball=$(ls "$1"/spindrift-sandbox-*.tgz)
version=${tarball##*/spindrift-sandbox-}
image=ghcr.io/${GITHUB_REPOSITORY,,}/sandbox:${version%.tgz}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
tar -xzf "$tarball" -C "$context"
docker build --file packages/sandbox/Dockerfile --tag "$image" "$context/package"
docker run --rm "$image" exec -- /usr/local/bin/node -e "fetch(process.env.SPINDRIFT_BASE_URL + '/_sandbox/ready').then((response) => process.exit(response.ok ? 0 : 1))"
mkdir -p "$2"
docker save --output "$2/image.tar" "$image"
echo "${image##*:}" > "$2/version"
