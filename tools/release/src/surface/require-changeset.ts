/** @param changed paths below the repository */
export function explainMissingChangeset(changed: readonly string[]): string[] {
  const surface = changed.filter((path) => path.startsWith('tools/release/surface/'))
  const hasChangeset = changed.some((path) => /^\.changeset\/(?!README).+\.md$/.test(path))
  // A release takes the changesets away, and what it writes is what they said.
  const isRelease = changed.some((path) => /^packages\/[^/]+\/CHANGELOG\.md$/.test(path))
  if (surface.length === 0 || hasChangeset || isRelease) return []
  return [`Users see what changed in ${surface.join(', ')}, and no changeset tells them. Run \`pnpm changeset\`.`]
}
