/** Mixed load for minutes or hours against the built program in a process of its own, and what is left of it afterwards. */
import { readdirSync, statSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../create-random.ts'
import { openConnections, pass, read } from '../open-connections.ts'
import type { Outcome } from '../print-check.ts'
import { type SandboxProcess, startProcess } from '../start-process.ts'
import { Crowd } from './crowd.ts'
import { type Course, fitRise, judgeSoak, type Sample, type Span, typical } from './judge-soak.ts'
import { kindsOfWork } from './kinds-of-work.ts'
import type { Memory } from './report-memory.ts'

export interface SoakOptions {
  readonly minutes: number
  readonly seed: number
  /** Another program than the built one. */
  readonly program?: string | undefined
}

/** How often all callers pause, so that what is left can be measured. */
const countPauses = (seconds: number): number => Math.min(40, Math.max(6, Math.floor(seconds / 3)))
/** At the end of how many of them the process is compared with a rested one. */
const countCompared = (pauses: number): number => Math.ceil(pauses / 3)
const day = 86_400
const secondsToEnd = 2

export async function runSoak({ minutes, seed, program }: SoakOptions): Promise<Outcome> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'spindrift-soak-'))
  const folder = temporary.path
  const start = (state: string) =>
    startProcess({
      program,
      flags: ['--state', join(folder, state), '--rate-limits', 'off', '--action-seconds', '0.05'],
      preload: { module: new URL('report-memory.ts', import.meta.url).href, nodeFlags: ['--expose-gc'] },
    })
  await using server = await start('state.db')
  await using rested = await start('rested.db')
  const load = await putUnderLoad({ server, rested, random: createRandom(seed), seconds: minutes * 60 })
  await rested.end('SIGKILL')
  const stateBytes = readdirSync(folder)
    .filter((name) => name.startsWith('state.'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const started = performance.now()
  await Promise.race([server.end('SIGTERM'), sleep(secondsToEnd * 1000)])
  const checks = [
    ...judgeSoak(load),
    { name: 'answers', fault: load.strange === 0 ? undefined : `${load.strange} answers that should not have come` },
    { name: 'log', fault: server.complaints() === '' ? undefined : `it complained: ${server.complaints().slice(0, 300)}` },
    { name: 'end', fault: server.isAlive() ? `it did not end within ${secondsToEnd} s of SIGTERM` : undefined },
  ]
  const faults = checks.flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  return {
    check: 'soak',
    passed: checks.length - faults.length,
    total: checks.length,
    findings: [...faults, ...load.findings],
    figures: { minutes, ...describe(load), state_mb: round(stateBytes / 1e6), end_ms: round(performance.now() - started), seed },
  }
}

interface Load extends Course {
  readonly requests: number
  readonly strange: number
  /** The first of what was strange. */
  readonly findings: readonly string[]
}

interface Setting {
  readonly server: SandboxProcess
  /** Asked for the first time near the end: what has become slow is slow beside it, however busy the machine is. */
  readonly rested: SandboxProcess
  readonly random: Random
  readonly seconds: number
}

async function putUnderLoad({ server, rested, random, seconds }: Setting): Promise<Load> {
  const samples: Sample[] = []
  const [spans, restedSpans]: [Span[], Span[]] = [[], []]
  const begun = performance.now()
  const crowd = new Crowd(random, () => (performance.now() - begun) / 1000)
  // What is loaded when it is first needed is there before anything is compared.
  await crowd.doEach(server, kindsOfWork)
  await sleep(300)
  const idle = countDescriptors(server.processId)
  const pauses = countPauses(seconds)
  const spanSeconds = seconds / pauses
  for (let n = 1; n <= pauses && server.isAlive(); n += 1) {
    if (n <= pauses - countCompared(pauses)) await crowd.work(server, spanSeconds)
    else {
      spans.push(await crowd.work(server, spanSeconds / 2))
      restedSpans.push(await crowd.work(rested, spanSeconds / 2))
    }
    crowd.findings.push(...(await keepTime(server, n <= pauses / 2)))
    samples.push(await measure(server, crowd.elapsed(), idle))
  }
  const { requests, strange, findings } = crowd
  return {
    samples: [{ ...(samples[0] as Sample), second: 0, descriptors: idle }, ...samples],
    spans,
    rested: restedSpans,
    requests,
    strange,
    findings,
  }
}

/**
 * A snapshot is put back, and a day passes: nobody else asks meanwhile, so that what must be there is known. Without a new snapshot it is
 * the last one, so that the state does not grow any more.
 */
async function keepTime(server: SandboxProcess, takesSnapshot: boolean): Promise<readonly string[]> {
  const { ask, close } = openConnections(server.url, server.tokens.full, 1)
  const control = (path: string) => ask({ method: 'POST', path: `/_sandbox/${path}`, body: { name: 'soak' }, token: '' })
  if (takesSnapshot) read(await control('snapshots'))
  read(await ask({ method: 'POST', path: '/v2/tags', body: { name: 'gone-again' } }))
  read(await control('snapshots/restore'))
  const { status } = await ask({ method: 'GET', path: '/v2/tags/gone-again' })
  await pass(ask, day)
  close()
  return status === 404 ? [] : [`a tag made after a snapshot was answered with ${status} when that had been put back`]
}

/** Waits a little for what callers left to be closed. */
async function measure(server: SandboxProcess, second: number, idle: number): Promise<Sample> {
  for (let waited = 0; waited < 1000 && countDescriptors(server.processId) > idle; waited += 50) await sleep(50)
  const memory = (await server.exchange('memory')) as Memory | undefined
  if (!memory) throw new Error('The process ended under the load.')
  const { heapUsed, external, heapPhysical, rss } = memory
  return { second, heap: heapUsed + external, native: rss - heapPhysical, rss, descriptors: countDescriptors(server.processId) }
}

const countDescriptors = (processId: number): number => readdirSync(`/proc/${processId}/fd`).length

const round = (value: number): number => Math.round(value * 10) / 10

function describe({ samples, spans, rested, requests }: Load): Readonly<Record<string, unknown>> {
  const last = samples.at(-1)
  const megabytes = (what: 'heap' | 'native' | 'rss') => round((last?.[what] ?? 0) / 1e6)
  const rise = (what: 'heap' | 'native' | 'rss') => round(fitRise(samples, what).rise / 1e6)
  return {
    kinds: kindsOfWork.map(({ name }) => name),
    requests,
    heap_mb: megabytes('heap'),
    heap_rise_mb: rise('heap'),
    native_mb: megabytes('native'),
    native_rise_mb: rise('native'),
    rss_mb: megabytes('rss'),
    rss_rise_mb: rise('rss'),
    descriptors_before: samples[0]?.descriptors,
    descriptors_after: last?.descriptors,
    read_p99_ms: round(typical(spans, 'reads')),
    read_p99_rested_ms: round(typical(rested, 'reads')),
    write_p99_ms: round(typical(spans, 'writes')),
    write_p99_rested_ms: round(typical(rested, 'writes')),
  }
}
