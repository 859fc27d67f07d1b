/**
 * Time of `pnpm build`: cold, without changes, and after editing one description. Runs in a copy of the repository, because it removes and
 * edits files.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { copyRepository, noTelemetry as env } from './copy-repository.ts'
import { editDescription } from './edit-description.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { runChild } from './run-child.ts'

const editedFile = 'spec/control/volumes.yaml'

export const pipeline: Bench = {
  name: 'pipeline',
  about: '`pnpm build` cold, unchanged and after editing one description',
  runs: 3,
  async measure({ runs, progress }) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-pipeline-'))
    progress('copying the repository and installing')
    await copyRepository(folder.path)
    return await measureBuilds(folder.path, runs, progress)
  },
}

async function measureBuilds(folder: string, runs: number, progress: (line: string) => void): Promise<Row[]> {
  const build = async () => (await runChild('pnpm', ['build'], { cwd: folder, env })).ms / 1000
  const original = readFileSync(join(folder, editedFile), 'utf8')
  let count = 0
  const samples = await measure(
    {
      cold: () => {
        removeOutputs(folder)
        return build()
      },
      unchanged: build,
      edited: async () => {
        writeFileSync(join(folder, editedFile), editDescription(original, `Edited ${++count} times.`))
        return build()
      },
      restored: async () => {
        writeFileSync(join(folder, editedFile), original)
        return build()
      },
    },
    { runs, warmUps: 0, progress },
  )
  return [
    createRow({ subject: 'pnpm build, cold', value: median(samples.cold), unit: 's', atMost: 60 }),
    createRow({ subject: 'pnpm build, nothing changed', value: median(samples.unchanged), unit: 's', atMost: 1.5 }),
    createRow({ subject: 'pnpm build, one description edited', value: median(samples.edited), unit: 's', atMost: 6 }),
    createRow({ subject: 'pnpm build, the edit undone (from the cache)', value: median(samples.restored), unit: 's' }),
  ]
}

function removeOutputs(folder: string): void {
  const packages = readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`)
  const outputs = packages.flatMap((name) => [`${name}/dist`, `${name}/src/generated`])
  for (const path of ['.turbo', 'node_modules/.cache', 'spec/dist', ...outputs])
    rmSync(join(folder, path), { recursive: true, force: true })
}
