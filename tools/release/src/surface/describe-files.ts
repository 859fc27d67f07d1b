/** Limit above which files of one kind are listed as a pattern. */
const maxFilesPerKind = 8

/** Lists the files of a tarball as text to review. Replaces content hashes and many similar files with patterns. */
export function describeFiles(files: readonly string[]): string {
  // The changelog does not exist before the first version.
  const named = files.filter((file) => file !== 'CHANGELOG.md').map((file) => file.replace(/-[A-Z0-9]{8}(?=\.js$)/, '-*'))
  const byFolder = collapse(named, (file) => file.replace(/[^/]*?((?:\.d)?\.[a-z]+)?$/, '*$1'))
  const byTree = collapse(byFolder, (file) => file.replace(/^((?:[^/]+\/){3}).*?((?:\.d)?\.[a-z]+)?$/, '$1**/*$2'))
  return `${byTree.toSorted().join('\n')}\n`
}

function collapse(files: readonly string[], pattern: (file: string) => string): string[] {
  const groups = [...Map.groupBy(new Set(files), pattern)]
  return groups.flatMap(([name, group]) => (group.length > maxFilesPerKind ? [name] : group))
}
