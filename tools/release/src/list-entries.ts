/** Lists the entries in `exports` of a built package that have types. Expands patterns to the existing declaration files. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Entry {
  /** For example `./oauth`. */
  readonly name: string
  readonly declarations: string
}

interface WithExports {
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>
}

export function listEntries(folder: string): Entry[] {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as WithExports
  return Object.entries(exports).flatMap(([name, target]) => {
    if (typeof target === 'string') return []
    const [before = '', after] = join(folder, target.types).split('*')
    if (after === undefined) return [{ name, declarations: before }]
    return globSync(`${before}*${after}`)
      .toSorted()
      .map((declarations) => ({ name: name.replace('*', declarations.slice(before.length, -after.length)), declarations }))
      .filter((entry) => entry.name === name || (!(entry.name in exports) && !entry.name.slice(2).includes('.')))
  })
}
