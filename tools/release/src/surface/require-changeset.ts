/** @param changed paths relative to the repository */
export function explainMissingChangeset(changed: readonly string[]): string[] {
  const surface = changed.filter((path) => path.startsWith('tools/release/surface/'))
  const hasChangeset = changed.some((path) => /^\.changeset\/(?!README).+\.md$/.test(path))
  // A release removes the changesets and writes them to the changelogs.
  const isRelease = changed.some((path) => /^packages\/[^/]+\/CHANGELOG\.md$/.test(path))
  if (surface.length === 0 || hasChangeset || isRelease) return []
  return [`Public interfaces changed without a changeset: ${surface.join(', ')}. Run \`pnpm changeset\`.`]
}
