/** Public surface of the packages (declarations, help pages, files) as texts that are committed and reviewed. */
import { join } from 'node:path'
import { type PackedPackage, root } from '../pack-packages.ts'
import { createApiReader } from './describe-api.ts'
import { describeCommands } from './describe-commands.ts'
import { describeFiles } from './describe-files.ts'

export const surfaceFolder = join(root, 'tools/release/surface')

/** Returns the texts by file name. */
export function describeSurface(packed: readonly PackedPackage[], scratch: string): ReadonlyMap<string, string> {
  const readApi = createApiReader(
    packed.map(({ folder }) => folder),
    scratch,
  )
  return new Map(
    packed.flatMap(({ name, folder, files }) => {
      const key = name.replace('@spindrift/', '')
      const texts = { 'api.md': readApi(folder), 'commands.txt': describeCommands(folder), 'files.txt': describeFiles(files) }
      return Object.entries(texts).flatMap(([kind, text]) => (text === undefined ? [] : [[`${key}.${kind}`, text] as const]))
    }),
  )
}
