#!/usr/bin/env bash
# Pushes the image of build-image.sh, also as `latest`: `bash tools/release/push-image.sh <folder>`.
# Has a token that may write, so it runs only docker, and no container.
set -euo pipefail
image=ghcr.io/${GITHUB_REPOSITORY,,}/sandbox
version=$(cat "$1/version")
docker load --quiet --input "$1/image.tar"
docker tag "$image:$version" "$image:latest"
printf '%s' "$GH_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin
docker push "$image:$version"
docker push "$image:latest"
