/** What a tarball holds as text to review: content hashes and many files of one kind are told by a pattern. */
const maxFilesPerKind = 8

export function describeFiles(files: readonly string[]): string {
  // A changelog is there from the first version on.
  const named = files.filter((file) => file !== 'CHANGELOG.md').map((file) => file.replace(/-[A-Z0-9]{8}(?=\.js$)/, '-*'))
  const byFolder = collapse(named, (file) => file.replace(/[^/]*?((?:\.d)?\.[a-z]+)?$/, '*$1'))
  const byTree = collapse(byFolder, (file) => file.replace(/^((?:[^/]+\/){3}).*?((?:\.d)?\.[a-z]+)?$/, '$1**/*$2'))
  return `${byTree.toSorted().join('\n')}\n`
}

function collapse(files: readonly string[], pattern: (file: string) => string): string[] {
  const groups = [...Map.groupBy(new Set(files), pattern)]
  return groups.flatMap(([name, group]) => (group.length > maxFilesPerKind ? [name] : group))
}
