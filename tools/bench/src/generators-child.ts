/**
 * One run of something in a fresh process, as a build has it: `everything`, `openapi-typescript` or `parse`. Prints a line of
 * JSON. The parent measures the whole process; what is told apart here is only known inside.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ChildReport {
  /** Without the time to load the modules. */
  readonly ms: number
  readonly stages?: Readonly<Record<string, number>>
  /** As much of `ms` as openapi-typescript's transform and TypeScript's printer took. */
  readonly peerMs?: number
  /** Of all paths and texts, to see that two runs give the same. */
  readonly digest?: string
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
  const { watchPeer } = await import('./watch-peer.ts')
  const watched = watchPeer()
  const { loadBundles } = await import('../../../generators/model/load-bundles.ts')
  const { buildModel } = await import('../../../generators/model/build-model.ts')
  const { generators } = await import('../../../generators/cli/registry.ts')
  const stages: Record<string, number> = {}
  const digest = createHash('sha256')
  const started = performance.now()
  const model = buildModel(loadBundles(bundles))
  stages['model'] = performance.now() - started
  for (const { name, generate } of generators) {
    const before = performance.now()
    const files = generate(model)
    stages[name] = performance.now() - before
    for (const { path, text } of files) digest.update(`${path}\n${text}`)
  }
  const ms = Object.values(stages).reduce((sum, stage) => sum + stage)
  return { ms, stages, peerMs: watched.ms, digest: digest.digest('hex') }
}

async function runPeer(): Promise<ChildReport> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const started = performance.now()
  const document = JSON.parse(readFileSync(`${bundles}/control.json`, 'utf8')) as Parameters<typeof openapiTS>[0]
  const text = astToString(await openapiTS(document, { silent: true, defaultNonNullable: false }))
  return { ms: performance.now() - started, digest: createHash('sha256').update(text).digest('hex') }
}

const mode = modes[process.argv[2] ?? '']
if (!mode) throw new Error(`Which one? ${Object.keys(modes).join(', ')}`)
console.log(JSON.stringify(await mode()))
