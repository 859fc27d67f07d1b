/**
 * Runs `everything`, `openapi-typescript` or `parse` once in a new process, like a build does. Prints a line of JSON with times of the stages. The
 * parent measures the whole process.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ChildReport {
  /** Time without loading the modules. */
  readonly ms: number
  readonly stages?: Readonly<Record<string, number>>
  /** Part of `ms` in openapi-typescript's transform and TypeScript's printer. */
  readonly peerMs?: number
  /** Hash of all paths and texts, to detect different outputs of two runs. */
  readonly hash?: string
}

const bundles = fileURLToPath(new URL('../../../spec/dist', import.meta.url))

const modes: Readonly<Record<string, () => Promise<ChildReport>>> = {
  everything: runEverything,
  'openapi-typescript': runPeer,
  parse: async () => {
    const started = performance.now()
    for (const api of ['control', 'oauth', 'inference', 'tools']) JSON.parse(readFileSync(`${bundles}/${api}.json`, 'utf8'))
    return { ms: performance.now() - started }
  },
}

async function runEverything(): Promise<ChildReport> {
  const { timePeer } = await import('./time-peer.ts')
  const peerTime = timePeer()
  const { loadBundles } = await import('../../../generators/model/load-bundles.ts')
  const { buildModel } = await import('../../../generators/model/build-model.ts')
  const { generators } = await import('../../../generators/cli/registry.ts')
  const stages: Record<string, number> = {}
  const hash = createHash('sha256')
  const started = performance.now()
  const model = buildModel(loadBundles(bundles))
  stages['model'] = performance.now() - started
  for (const { name, generate } of generators) {
    const before = performance.now()
    const files = generate(model)
    stages[name] = performance.now() - before
    for (const { path, text } of files) hash.update(`${path}\n${text}`)
  }
  const ms = Object.values(stages).reduce((sum, stage) => sum + stage)
  return { ms, stages, peerMs: peerTime.ms, hash: hash.digest('hex') }
}

async function runPeer(): Promise<ChildReport> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const started = performance.now()
  const document = JSON.parse(readFileSync(`${bundles}/control.json`, 'utf8')) as Parameters<typeof openapiTS>[0]
  const text = astToString(await openapiTS(document, { silent: true, defaultNonNullable: false }))
  return { ms: performance.now() - started, hash: createHash('sha256').update(text).digest('hex') }
}

const mode = modes[process.argv[2] ?? '']
if (!mode) throw new Error(`Unknown mode. Expected one of: ${Object.keys(modes).join(', ')}`)
console.log(JSON.stringify(await mode()))
