/** Asks every operation for the worst that it may be asked, and looks at how long nothing else is answered. */
import { sentContent } from '../../build-request.ts'
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import type { Fetch, Sent } from '../fuzz/test-sandbox.ts'
import { createWorld, type World } from '../fuzz/fuzz-fixture.ts'
import { listExamples } from '../fuzz/list-examples.ts'
import { authorize, type Draft, emptyDraft, formatRequest } from '../fuzz/format-request.ts'
import type { Outcome } from '../print-result.ts'
import { requestCrowded } from './measure-large-lists.ts'
import { type Asked, type Ledger, maxHeldMs, note, tally } from './measurement-log.ts'
import { measure, parseMemory } from './measure-cpu.ts'
import { type Attack, createKnown, type Known, listAttacks } from './worst-bodies.ts'
import { listAddressAttacks } from './worst-urls.ts'

export interface CostOptions {
  readonly seed: number
  /** Of one body, the least and the most. */
  readonly sizes: readonly [number, ...number[]]
  /** How many of each kind there are when lists are asked for; none leaves that out. */
  readonly rows: number
  /** Every so many of an operation's attacks. */
  readonly every?: number
  readonly operations?: readonly string[] | undefined
  /** Only what these have. */
  readonly families?: readonly string[] | undefined
  /** Bodies and addresses, or what is asked where there is much; both when left out. */
  readonly only?: 'worst' | 'crowded' | undefined
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Told of each operation as it begins, and of each finding. */
  readonly onProgress?: ((line: string) => void) | undefined
}

/** Of what is quicker than this nobody can tell how it grows. */
const minReported = 15
/** How much more than in proportion it may grow: caches and garbage are there too. */
const tolerance = 2.5
/** MB that may be held more after an operation's attacks than before. */
const maxKept = 24
const short = [24, 2048]

export async function runWorstCase(options: CostOptions): Promise<Outcome> {
  const { seed, rows, only, wrap, onProgress = () => {} } = options
  const chosen = choose(loadSpecification().entries, options)
  await using ctx = await createWorld({ seed, ...(wrap && { wrap }) })
  const ledger: Ledger = { findings: [], total: 0, passed: 0, worst: { held: 0, what: '' }, tell: onProgress }
  if (only !== 'crowded') await attackAll(chosen, ctx, options, ledger)
  const crowd = rows > 0 && only !== 'worst' ? await requestCrowded(ctx, chosen, rows, ledger) : undefined
  const failures = ctx.platform.takeFailures().map((failure) => `The sandbox failed: ${String(failure)}`)
  const { findings, total, passed, worst } = ledger
  return {
    check: 'cost',
    passed,
    total,
    findings: [...findings, ...failures],
    figures: { operations: chosen.length, worst_ms: Math.round(worst.held), worst: worst.what, ...crowd },
  }
}

function choose(entries: readonly OperationEntry[], { operations, families }: CostOptions): OperationEntry[] {
  const refuse = (asked: readonly string[] = [], known: ReadonlySet<string>) => {
    const unknown = asked.filter((name) => !known.has(name))
    if (unknown.length > 0) throw new Error(`The specification does not have ${unknown.join(', ')}.`)
  }
  refuse(operations, new Set(entries.map(({ operation: { id } }) => id)))
  refuse(families, new Set(entries.map(({ family: { name } }) => name)))
  return entries.filter(
    ({ operation, family }) => (operations?.includes(operation.id) ?? true) && (families?.includes(family.name) ?? true),
  )
}

async function attackAll(chosen: readonly OperationEntry[], ctx: World, { sizes, every = 1 }: CostOptions, ledger: Ledger): Promise<void> {
  const known = createKnown()
  const slow: Attacked[] = []
  let memory = await loadKept(ctx)
  for (const [number, entry] of chosen.entries()) {
    const requests = listRequests(entry, ctx, known).filter((_, at) => (at + number) % every === 0)
    if (requests.length === 0) continue
    ledger.tell(`${number + 1} of ${chosen.length}: ${entry.operation.id}`)
    await ctx.platform.restore('changed')
    for (const request of requests) {
      const outcome = await attack(request, sizes, ctx)
      if (outcome.finding === undefined) tally(ledger, outcome)
      else {
        ledger.tell(`${outcome.finding}; it is asked again at the end`)
        slow.push(request)
      }
    }
    if (every > 1) continue
    const held = await loadKept(ctx)
    if (held > memory + maxKept)
      note(ledger, `${entry.operation.id} kept ${(held - memory).toFixed(0)} MB after all was answered, expected at most ${maxKept}`)
    memory = held
  }
  // What costs too much costs it again; what only met a busy machine does not.
  for (const request of slow) {
    await ctx.platform.restore('changed')
    tally(ledger, await attack(request, sizes, ctx))
  }
}

/** Without the last requests, which the sandbox remembers up to a bound of its own. */
async function loadKept({ platform }: World): Promise<number> {
  await platform.send({ method: 'DELETE', path: '/_sandbox/requests', headers: {} })
  return parseMemory()
}

interface Attacked extends Attack {
  readonly sent: (text: string) => Sent
}

function listRequests(entry: OperationEntry, ctx: World, known: Known): Attacked[] {
  const { operation } = entry
  const { open } = ctx.toolsOf(entry)
  const authorization = authorize(entry, ctx.platform.keys)
  const [shown = emptyDraft] = listExamples(entry)
  const places = ctx.placesOf(entry)
  const draft: Draft = ctx.ids.translate({ ...shown, path: places[1] ?? places[0] ?? {} })
  const content = sentContent(operation)
  const type = content?.mediaType ?? ''
  const bodies =
    content && type === 'application/json'
      ? listAttacks(entry, content.schema, draft.body ?? {}, open, known).map((each) => ({
          ...each,
          sent: (body: string): Sent => {
            const { headers, ...rest } = formatRequest(entry, { ...draft, body: undefined }, authorization)
            return { ...rest, headers: { ...headers, 'content-type': type }, body }
          },
        }))
      : []
  const addresses = listAddressAttacks(entry, known).map((each) => ({
    ...each,
    sent: (query: string): Sent => {
      const sent = formatRequest(entry, { ...draft, query: {} }, authorization)
      return { ...sent, path: `${sent.path}?${query}` }
    },
  }))
  return [...bodies, ...addresses]
}

/** From small to large, so that what grows without bound is found while it still ends. */
async function attack(
  { name, write, sent, isSearched = false, maxBytes = Infinity }: Attacked,
  sizes: CostOptions['sizes'],
  { platform }: World,
): Promise<Asked> {
  let worst: Asked = { held: 0, what: '' }
  let before: { readonly bytes: number; readonly held: number } | undefined
  for (const bytes of new Set([...(isSearched ? short : []), ...sizes].map((size) => Math.min(size, maxBytes)))) {
    const request = sent(write(bytes))
    const inProportion = before ? Math.max(minReported, before.held * (bytes / before.bytes) * tolerance) : maxHeldMs
    const expected = Math.min(maxHeldMs, inProportion)
    const held = await measure(() => platform.send(request), expected)
    const what = `${request.method} ${request.path.slice(0, 80)} with ${bytes} bytes, ${name}`
    if (held > worst.held) worst = { held, what }
    if (held > expected) return { ...worst, finding: `${what}: expected at most ${Math.round(expected)} ms, got ${Math.round(held)} ms` }
    before = { bytes, held }
  }
  return worst
}
