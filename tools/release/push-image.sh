#!/usr/bin/env bash
# Builds the sandbox's image from the published tarball, whose manifest has versions instead of `workspace:`, and pushes it.
set -euo pipefail
folder=$1
image=ghcr.io/${GITHUB_REPOSITORY,,}/sandbox
tarball=$(ls "$folder"/spindrift-sandbox-*.tgz)
version=${tarball##*/spindrift-sandbox-}
version=${version%.tgz}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
tar -xzf "$tarball" -C "$context"
docker build --file packages/sandbox/Dockerfile --tag "$image:$version" --tag "$image:latest" "$context/package"
docker run --rm "$image:$version" exec -- /usr/local/bin/node -e "fetch(process.env.SPINDRIFT_BASE_URL + '/_sandbox/ready').then((response) => process.exit(response.ok ? 0 : 1))"
printf '%s' "$GH_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin
docker push --all-tags "$image"
