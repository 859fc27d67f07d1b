/** Runs every generator, and compares the results with the files on disk. Writes nothing. */
import { type GeneratedFile, sortFiles } from '../kit/generated-file.ts'
import type { ApiModel } from '../model/api-model.ts'
import { buildModel } from '../model/build-model.ts'
import type { LoadedBundles } from '../model/load-bundles.ts'
import { memoizeOnDisk } from './memoize-on-disk.ts'
import type { Row } from './print-summary.ts'
import { generators } from './registry.ts'
import { compareFiles, type Difference } from './write-files.ts'

export interface Run {
  readonly model: ApiModel
  readonly files: readonly GeneratedFile[]
  /** Files, size and duration of each generator. */
  readonly rows: readonly Row[]
  readonly difference: Difference
  readonly modelMs: number
}

/** @param root the repository's folder */
export function runGenerators(root: string, bundles: LoadedBundles): Run {
  const startTime = performance.now()
  const model = buildModel(bundles)
  const modelMs = performance.now() - startTime
  const memoize = memoizeOnDisk(`${root}node_modules/.cache/spindrift/generated`, `${root}generators`)
  const rows: Row[] = []
  const files = generators.flatMap((generator) => {
    const before = performance.now()
    const generated = generator.generate(model, memoize)
    const bytes = generated.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0)
    rows.push({ generator: generator.name, files: generated.length, bytes, ms: performance.now() - before })
    return generated
  })
  const owned = generators.flatMap(({ folders }) => folders)
  return { model, files, rows, difference: compareFiles(root, sortFiles(files), owned), modelMs }
}
