/** Sends the worst requests to every operation and measures how long they block others. */
import { sentContent } from '../../build-request.ts'
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { type Fetch, origin, type SandboxRequest } from '../../fixtures/test-sandbox.ts'
import { createFuzzFixture, type FuzzFixture } from '../fuzz/fuzz-fixture.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import { formatAuthorization, type RequestDraft, emptyDraft, formatRequest } from '../fuzz/format-request.ts'
import type { VerificationResult } from '../print-result.ts'
import { type AttackRequest, listControlAttacks, listLogFillers } from './control-attacks.ts'
import { type LargeListOptions, measureLargeLists } from './measure-large-lists.ts'
import { type Measurement, type MeasurementLog, maxBlockedMs, addFinding, addMeasurement } from './measurement-log.ts'
import { getCpuMs, measureCpuMs, measureHeapMb } from './measure-cpu.ts'
import { createSeenKeys, type SeenKeys, listAttacks } from './worst-bodies.ts'
import { listUrlAttacks } from './worst-urls.ts'

export interface WorstCaseOptions extends LargeListOptions {
  readonly seed: number
  /** Body sizes in ascending order. */
  readonly sizes: readonly [number, ...number[]]
  /** Sends only every nth attack. */
  readonly every?: number
  /** Names of families; all, and the control plane, by default. */
  readonly families?: readonly string[] | undefined
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Creates or shares a sandbox with the objects of the examples. */
  readonly openFixture?: typeof createFuzzFixture
  /** Called with each operation and each finding. */
  readonly onProgress?: ((line: string) => void) | undefined
}

/** Shorter times are too small to show growth, in milliseconds. */
const minReportedMs = 15
/** Tolerated factor over linear growth, for caches and garbage collection. */
const tolerance = 2.5
/** MB that an operation may retain after its attacks. */
const maxRetainedMb = 24
const probeSizes = [24, 2048]
/** Entries of the request log, one page of its list. */
const logEntries = 100

export async function runWorstCase(options: WorstCaseOptions): Promise<VerificationResult> {
  const { seed, rows, families, wrap, openFixture = createFuzzFixture, onProgress = () => {} } = options
  const { entries } = loadSpecification()
  const unknown = families?.find((name) => !entries.some(({ family }) => family.name === name))
  if (unknown !== undefined) throw new Error(`The specification has no family ${unknown}.`)
  const chosen = entries.filter(({ family }) => families?.includes(family.name) ?? true)
  await using fixture = await openFixture({ seed, ...(wrap && { wrap }) })
  const ledger: MeasurementLog = { findings: [], total: 0, passed: 0, worst: { blockedMs: 0, request: '' }, onProgress }
  await attackAll(chosen, fixture, options, ledger)
  if (families === undefined) await attackControlPlane(fixture, options, ledger)
  const crowd = rows > 0 ? await measureLargeLists(fixture, chosen, options, ledger) : undefined
  const failures = fixture.sandbox.drainFailures().map((failure) => `Error of the sandbox: ${String(failure)}`)
  const { findings, total, passed, worst } = ledger
  return {
    check: 'worst-case',
    passed,
    total,
    findings: [...findings, ...failures],
    figures: { operations: chosen.length, worst_ms: Math.round(worst.blockedMs), worst: worst.request, ...crowd },
  }
}

async function attackAll(
  chosen: readonly OperationEntry[],
  fixture: FuzzFixture,
  { sizes, every = 1 }: WorstCaseOptions,
  log: MeasurementLog,
): Promise<void> {
  const seen = createSeenKeys()
  const slow: AttackRequest[] = []
  let memory = await measureRetainedMb(fixture)
  for (const [number, entry] of chosen.entries()) {
    const requests = listRequests(entry, fixture, seen).filter((_, at) => (at + number) % every === 0)
    if (requests.length === 0) continue
    log.onProgress(`${number + 1} of ${chosen.length}: ${entry.operation.id}`)
    await fixture.sandbox.restore('changed')
    for (const request of requests) {
      const outcome = await attack(request, sizes, fixture)
      if (outcome.finding === undefined) addMeasurement(log, outcome)
      else {
        log.onProgress(`${outcome.finding}; measured again at the end`)
        slow.push(request)
      }
    }
    if (every > 1) continue
    const blockedMs = await measureRetainedMb(fixture)
    if (blockedMs > memory + maxRetainedMb)
      addFinding(log, `${entry.operation.id} retained ${(blockedMs - memory).toFixed(0)} MB, expected at most ${maxRetainedMb}`)
    memory = blockedMs
  }
  // Slow requests are measured again: a slow request stays slow, a busy machine does not.
  for (const request of slow) {
    await fixture.sandbox.restore('changed')
    addMeasurement(log, await attack(request, sizes, fixture))
  }
}

/** Sends the worst requests to the control plane, and looks at a request log that is full of them. */
async function attackControlPlane(fixture: FuzzFixture, { sizes, every = 1 }: WorstCaseOptions, log: MeasurementLog): Promise<void> {
  const { sandbox } = fixture
  await sandbox.restore('changed')
  const requests = listControlAttacks(createSeenKeys()).filter((_, at) => at % every === 0)
  log.onProgress(`${requests.length} attacks on the control plane`)
  for (const request of requests) addMeasurement(log, await attack(request, sizes, fixture))
  for (const filler of listLogFillers().filter((_, at) => at % every === 0)) {
    await sandbox.send({ method: 'DELETE', path: '/_sandbox/requests', headers: {} })
    // The log keeps 256 kB of a body.
    const request = filler.createRequest(filler.render(Math.min(256_000, filler.maxBytes ?? Infinity)))
    for (let n = 0; n < logEntries; n += 1) await sandbox.send(request)
    addMeasurement(log, await measureLooks(filler.name, fixture))
  }
}

/** Measures the list, the details of one request, and the longest wait for a part of the HAR export. */
async function measureLooks(name: string, { sandbox }: FuzzFixture): Promise<Measurement> {
  const list: SandboxRequest = { method: 'GET', path: `/_sandbox/requests?limit=${logEntries}`, headers: {} }
  const { requests } = (await sandbox.send(list)).body as { readonly requests: readonly { readonly request_id: string }[] }
  const details = { ...list, path: `/_sandbox/requests/${requests[0]?.request_id}` }
  let worst: Measurement = { blockedMs: 0, request: '' }
  for (const [path, measure] of [
    ['the list', () => measureCpuMs(() => sandbox.send(list), maxBlockedMs)],
    ['the details', () => measureCpuMs(() => sandbox.send(details), maxBlockedMs)],
    ['a part of the HAR export', () => measureLongestPart(sandbox, '/_sandbox/requests.har')],
  ] as const) {
    const blockedMs = await measure()
    if (blockedMs > worst.blockedMs) worst = { blockedMs, request: `${path} of ${name}` }
  }
  if (worst.blockedMs <= maxBlockedMs) return worst
  return { ...worst, finding: `${worst.request}: expected at most ${maxBlockedMs} ms, got ${Math.round(worst.blockedMs)} ms` }
}

async function measureLongestPart(sandbox: FuzzFixture['sandbox'], path: string): Promise<number> {
  let shortest = Infinity
  for (let time = 0; time < 3 && shortest > maxBlockedMs; time += 1) {
    let longest = 0
    let before = getCpuMs()
    const { body } = await sandbox.fetch(`${origin}${path}`)
    for await (const part of body ?? []) {
      void part
      longest = Math.max(longest, getCpuMs() - before)
      before = getCpuMs()
    }
    shortest = Math.min(shortest, longest)
  }
  return shortest
}

/** Excludes the request log, which has its own bound. */
async function measureRetainedMb({ sandbox }: FuzzFixture): Promise<number> {
  await sandbox.send({ method: 'DELETE', path: '/_sandbox/requests', headers: {} })
  return measureHeapMb()
}

function listRequests(entry: OperationEntry, fixture: FuzzFixture, seen: SeenKeys): AttackRequest[] {
  const { operation } = entry
  const { resolve } = fixture.getSchemaTools(entry)
  const authorization = formatAuthorization(entry, fixture.sandbox.keys)
  const [shown = emptyDraft] = listExamples(entry)
  const pathValues = fixture.listPathValues(entry)
  const draft: RequestDraft = fixture.ids.translate({ ...shown, path: pathValues[1] ?? pathValues[0] ?? {} })
  const content = sentContent(operation)
  const type = content?.mediaType ?? ''
  const bodies =
    content && type === 'application/json'
      ? listAttacks({ api: entry.api.name, id: operation.id }, content.schema, draft.body ?? {}, resolve, seen).map((each) => ({
          ...each,
          createRequest: (body: string): SandboxRequest => {
            const { headers, ...rest } = formatRequest(entry, { ...draft, body: undefined }, authorization)
            return { ...rest, headers: { ...headers, 'content-type': type }, body }
          },
        }))
      : []
  const addresses = listUrlAttacks({ api: entry.api.name, parameters: operation.parameters }, seen).map((each) => ({
    ...each,
    createRequest: (query: string): SandboxRequest => {
      const request = formatRequest(entry, { ...draft, query: {} }, authorization)
      return { ...request, path: `${request.path}?${query}` }
    },
  }))
  return [...bodies, ...addresses]
}

/** Sends small bodies first, so that unbounded growth is found before a request takes too long. */
async function attack(
  { name, render, createRequest, isPatternProbe = false, maxBytes = Infinity }: AttackRequest,
  sizes: WorstCaseOptions['sizes'],
  { sandbox }: FuzzFixture,
): Promise<Measurement> {
  let worst: Measurement = { blockedMs: 0, request: '' }
  let before: { readonly bytes: number; readonly blockedMs: number } | undefined
  for (const bytes of new Set([...(isPatternProbe ? probeSizes : []), ...sizes].map((size) => Math.min(size, maxBytes)))) {
    const request = createRequest(render(bytes))
    const inProportion = before ? Math.max(minReportedMs, before.blockedMs * (bytes / before.bytes) * tolerance) : maxBlockedMs
    const expected = Math.min(maxBlockedMs, inProportion)
    const blockedMs = await measureCpuMs(() => sandbox.send(request), expected)
    const description = `${request.method} ${request.path.slice(0, 80)} with ${bytes} bytes, ${name}`
    if (blockedMs > worst.blockedMs) worst = { blockedMs, request: description }
    if (blockedMs > expected)
      return { ...worst, finding: `${description}: expected at most ${Math.round(expected)} ms, got ${Math.round(blockedMs)} ms` }
    before = { bytes, blockedMs }
  }
  return worst
}
