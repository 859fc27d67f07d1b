/** Generated file as data. Only the CLI writes it. */
export interface GeneratedFile {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Sorts files by path, for reproducible output. */
export function sortFiles(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.toSorted((a, b) => compareText(a.path, b.path))
}

/** Compares by code unit, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
