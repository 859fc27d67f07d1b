/** What a generator returns: files as data. Only the CLI writes them. */
export interface GeneratedFile {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Orders files by path, so that every run lists and writes them alike. */
export function sortFiles(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.toSorted((a, b) => compareText(a.path, b.path))
}

/** The one order used for everything that is generated: by code unit, the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
