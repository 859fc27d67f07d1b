/**
 * Whether the sandbox is true to what it is asked: what was sent comes back as sent, and what was not sent and is not the platform's to decide is
 * absent, null or zero; what was read, sent back, changes nothing; one field that is sent anew changes that field.
 */
import { describeFinding, type Outcome } from '../assurance/print-check.ts'
import type { Fetch } from '../assurance/fuzz/open-platform.ts'
import { createWorld, type World } from '../assurance/fuzz/world.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { compareEcho, compareReads, type Difference, isRewritten, isSame, leaveOut } from './compare-echo.ts'
import { change, read } from './keep.ts'
import { type Kind, listKinds } from './list-kinds.ts'
import { type Body, makeBodies } from './make-bodies.ts'
import { listChanges, sendBack } from './make-change.ts'
import { makeSomewhere, type Settled } from './make-somewhere.ts'

export interface StableOptions {
  readonly seed: number
  /** Only these kinds. */
  readonly kinds?: readonly string[] | undefined
  /** Changes answers on their way, to show that a difference is found. */
  readonly wrap?: (fetch: Fetch) => Fetch
  /** Told of each check as it ends. */
  readonly onEnd?: (line: string) => void
}

interface Run {
  readonly world: World
  readonly end: (what: string, differences: readonly Difference[] | string) => void
  /** A body that was not taken shows nothing. */
  readonly refused: (what: string) => void
}

export async function runStable({ seed, kinds, wrap, onEnd }: StableOptions): Promise<Outcome> {
  const known = new Set(listKinds(loadSpecification().entries).map(({ name }) => name))
  const unknown = (kinds ?? []).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`No operation makes and reads a ${unknown.join(' or a ')}.`)
  await using world = await createWorld({ seed, ...(wrap && { wrap }) })
  const findings: string[] = []
  const counts = { passed: 0, total: 0, refused: 0 }
  const end: Run['end'] = (what, found) => {
    const faults =
      typeof found === 'string'
        ? [`${what}: ${found}`]
        : found.map(({ field, sent, read: got }) => describeFinding(what, `${field}`, sent ?? 'nothing', got))
    counts.total += 1
    if (faults.length === 0) counts.passed += 1
    findings.push(...faults)
    onEnd?.(faults.length === 0 ? `held    ${what}` : faults.map((fault) => `BROKEN  ${fault}`).join('\n'))
  }
  const refused: Run['refused'] = (what) => {
    counts.refused += 1
    onEnd?.(`refused ${what}`)
  }
  const chosen = listKinds(world.entries).filter(({ name }) => kinds?.includes(name) ?? true)
  const names = new Set(chosen.map(({ name }) => name))
  for (const name of names) {
    const made: boolean[] = []
    for (const kind of chosen) if (kind.name === name) made.push(await checkKind({ world, end, refused }, kind))
    if (!made.includes(true)) end(name, 'no body that makes one was taken')
  }
  const { passed, total, refused: left } = counts
  return {
    check: 'stable',
    passed,
    total,
    findings,
    figures: { seed, refused: left, kinds: names.size },
  }
}

/** @returns whether one could be made */
async function checkKind(run: Run, kind: Kind): Promise<boolean> {
  let isMade = false
  for (const body of makeBodies(kind.make, run.world)) {
    const made = await makeSomewhere(run.world, kind, body)
    if (typeof made === 'string') run.refused(`${kind.make.operation.id} (${body.name}): ${made}`)
    else await checkMade(run, kind, body.name, made)
    isMade ||= typeof made !== 'string'
  }
  return isMade
}

async function checkMade(run: Run, kind: Kind, name: string, { made, body }: Settled): Promise<void> {
  const { world, end } = run
  const what = `${kind.make.operation.id} (${name})`
  const first = await read(world, kind, made)
  if (!first) return end(what, 'what was made cannot be read')
  end(what, compareEcho(body, first, kind.fields))
  let sent = body
  for (const entry of kind.changes) {
    const subject = { kind, what, entry, made, sent }
    if (await checkBack(run, subject)) sent = await checkChanges(run, subject)
  }
}

/** An object and an operation that changes it. */
interface Subject extends Pick<Settled, 'made'> {
  readonly kind: Kind
  readonly what: string
  readonly entry: OperationEntry
  readonly sent: Body
}

/** What was read is sent back. @returns whether that can be done at all */
async function checkBack({ world, end }: Run, { kind, what, entry, made, sent }: Subject): Promise<boolean> {
  const before = await read(world, kind, made)
  const back = before && sendBack(entry, before, sent, kind.fields, world)
  if (!before || !back) return false
  const answer = await change(world, kind, entry, made, back)
  const title = `${what}, sent back by ${entry.operation.id}`
  if (answer.status < 300) end(title, compareReads(before, (await read(world, kind, made)) ?? {}, kind.fields))
  else end(title, `${JSON.stringify(back).slice(0, 300)} was refused: ${answer.text.slice(0, 200)}`)
  return answer.status < 300
}

/** @returns what was sent last of everything */
async function checkChanges({ world, end }: Run, { kind, what, entry, made, sent: first }: Subject): Promise<Body> {
  let sent = first
  const isWhole = entry.operation.method === 'put' || entry.operation.effect?.kind === 'replaces'
  const look = async () => (await read(world, kind, made)) ?? {}
  const back = async () => sendBack(entry, await look(), sent, kind.fields, world) ?? {}
  for (const [name, value] of listChanges(entry, await back(), world)) {
    const field = kind.fields[name]
    if (!field || field.origin === 'platform') continue
    const [before, kept] = [await look(), await back()]
    const answer = await change(world, kind, entry, made, { ...(isWhole ? kept : pick(kept, requiredOf(entry, world))), [name]: value })
    if (answer.status >= 300) continue
    sent = { ...sent, [name]: value }
    const after = await look()
    // What the platform decides may follow.
    const plain = (each: Body) => leaveOut(each, kind.fields, isRewritten)
    const others = compareReads(plain(before), plain(after), kind.fields).filter(
      (each) => each.field !== name && isCallers(kind, each.field),
    )
    // Inside of an object, what is not sent may stay.
    const own = compareEcho({ [name]: value }, after, { [name]: field }).filter((each) => !isSame(lookAt(before, each.field), each.read))
    end(`${what}, ${name} changed by ${entry.operation.id}`, [...own, ...others])
  }
  return sent
}

/** @param field `health_check.path`, `rules[0].ports` */
function lookAt(value: unknown, field: string): unknown {
  return field.split(/[.[\]]+/).reduce<unknown>((inner, name) => (name === '' ? inner : Object(inner)[name]), value)
}

function isCallers({ fields }: Kind, name: string): boolean {
  const { origin = 'platform', echo = [] } = fields[name] ?? {}
  return origin !== 'platform' && echo.length === 0
}

function requiredOf(entry: OperationEntry, { toolsOf }: World): readonly string[] {
  return toolsOf(entry).open(entry.operation.body?.content[0]?.schema ?? {}).required ?? []
}

function pick(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
}
