/** Finds the longest first, and none within a longer word. */
export function makeFinder(names: ReadonlyMap<string, string>): RegExp {
  const originals = [...names.keys()].toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return originals.length === 0 ? /(?!)/g : new RegExp(`(?<![A-Za-z0-9])(?:${originals.join('|')})(?![A-Za-z0-9])`, 'g')
}
