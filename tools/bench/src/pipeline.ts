/**
 * Time of `pnpm build`: cold, without changes, and after editing one description; then time and memory of each stage. Runs in a copy of the
 * repository, because it removes and edits files.
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
import { type ChildRun, runChild } from './run-child.ts'

const editedFile = 'spec/control/volumes.yaml'

export const pipeline: Bench = {
  name: 'pipeline',
  about: '`pnpm build` cold, unchanged and after editing one description; memory of each stage; turbo on an empty workspace',
  runs: 3,
  async measure({ runs, progress }) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-pipeline-'))
    progress('copying the repository and installing')
    await copyRepository(folder.path)
    return [
      ...(await measureBuilds(folder.path, runs, progress)),
      ...(await measureTurbo(folder.path, runs * 5, progress)),
      ...(await measureStages(folder.path, progress)),
    ]
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
    createRow({ subject: 'pnpm build, nothing changed', value: median(samples.unchanged), unit: 's', atMost: 2 }),
    createRow({ subject: 'pnpm build, one description edited', value: median(samples.edited), unit: 's', atMost: 5 }),
    createRow({ subject: 'pnpm build, the edit undone (from the cache)', value: median(samples.restored), unit: 's' }),
  ]
}

function removeOutputs(folder: string): void {
  const packages = readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`)
  const outputs = packages.flatMap((name) => [`${name}/dist`, `${name}/src/generated`])
  for (const path of ['.turbo', 'node_modules/.cache', 'spec/dist', ...outputs])
    rmSync(join(folder, path), { recursive: true, force: true })
}

/** Time of turbo when all tasks are cached, compared with an empty workspace. */
async function measureTurbo(folder: string, runs: number, progress: (line: string) => void): Promise<Row[]> {
  await using empty = await mkdtempDisposable(join(tmpdir(), 'spindrift-empty-'))
  writeEmptyWorkspace(empty.path, folder)
  const turbo = join(folder, 'node_modules/.bin/turbo')
  const time = async (cwd: string, tasks: readonly string[]) => (await runChild(turbo, ['run', ...tasks], { cwd, env })).ms
  progress(`turbo with nothing to do, ${runs} rounds`)
  const samples = await measure(
    { ours: () => time(folder, readTasks(folder)), empty: () => time(empty.path, ['build']) },
    { runs, warmUps: 2 },
  )
  const against = median(samples.empty)
  return [
    createRow({ subject: 'turbo, empty workspace', value: against, unit: 'ms', against }),
    createRow({ subject: 'turbo, nothing changed', value: median(samples.ours), unit: 'ms', against, atMostTimes: 1.5 }),
  ]
}

function writeEmptyWorkspace(folder: string, template: string): void {
  const { devEngines } = JSON.parse(readFileSync(join(template, 'package.json'), 'utf8')) as { devEngines: unknown }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, devEngines }))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: [packages/*]\n')
  writeFileSync(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\nimporters:\n  .: {}\n")
  writeFileSync(join(folder, 'turbo.json'), JSON.stringify({ tasks: { build: {} } }))
}

/** Returns the turbo tasks of `pnpm build`. */
function readTasks(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { build: string } }
  return scripts.build.replace('turbo run ', '').split(' ')
}

interface Stage {
  readonly taskId: string
  readonly task: string
  readonly command: string
  readonly directory: string
  readonly dependencies: readonly string[]
}

/** Runs each task of the build separately, after its dependencies. */
async function measureStages(folder: string, progress: (line: string) => void): Promise<Row[]> {
  const { stdout } = await runChild(join(folder, 'node_modules/.bin/turbo'), ['run', ...readTasks(folder), '--dry=json'], {
    cwd: folder,
    env,
  })
  const { tasks } = JSON.parse(stdout) as { tasks: Stage[] }
  const rows: Row[] = []
  for (const { taskId, task, directory } of sortStages(tasks.filter(({ command }) => command !== '<NONEXISTENT>'))) {
    progress(`stage ${taskId}`)
    const { ms, peakMb }: ChildRun = await runChild('pnpm', ['run', task], { cwd: join(folder, directory), env, memory: true })
    const subject = `stage ${taskId.replace('//#', '').replace('#', ' ')}`
    rows.push(createRow({ subject, value: ms / 1000, unit: 's' }))
    if (peakMb !== undefined) rows.push(createRow({ subject: `${subject}, largest process`, value: peakMb, unit: 'MB', atMost: 1000 }))
  }
  return rows
}

function sortStages(stages: readonly Stage[]): Stage[] {
  const sorted: Stage[] = []
  const visit = (stage: Stage) => {
    if (sorted.includes(stage)) return
    for (const dependency of stages.filter(({ taskId }) => stage.dependencies.includes(taskId))) visit(dependency)
    sorted.push(stage)
  }
  for (const stage of stages) visit(stage)
  return sorted
}
