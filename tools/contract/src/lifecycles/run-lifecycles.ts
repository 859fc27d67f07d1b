/**
 * Whether the client's waits and the sandbox's states agree: an object is made, changed and deleted, and each time the client waits for the
 * state that the lifecycle ends in. What it sees on the way are the lifecycle's states, in their order. Once with actions that take their
 * time, and once with actions that take none.
 */
import { createCloud, isNotFound } from '@spindrift/client'
import type { Outcome } from '../assurance/print-check.ts'
import { isObject } from '../is-object.ts'
import { origin } from '../assurance/fuzz/open-platform.ts'
import { createWorld, type World } from '../assurance/fuzz/world.ts'
import { sentContent } from '../build-request.ts'
import { findCall } from '../mock/faces.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { begin, change, pathOf, type Made, send } from '../stable/keep.ts'
import { type Body, makeBodies } from '../stable/make-bodies.ts'
import { makeSomewhere } from '../stable/make-somewhere.ts'
import type { StableOptions } from '../stable/run-stable.ts'
import { type Life, listLives, statesAfter, type Trigger } from './list-lives.ts'

interface Run {
  readonly world: World
  readonly waitFor: WaitFor
  readonly end: (what: string, fault?: string) => void
}

export async function runLifecycles({ seed, kinds, wrap, onEnd }: StableOptions): Promise<Outcome> {
  const { entries } = loadSpecification()
  const lives = listLives(entries).filter(({ kind }) => kinds?.includes(kind.name) ?? true)
  if (lives.length === 0) throw new Error(`No kind of object that goes through states is named ${kinds?.join(', ')}.`)
  const findings: string[] = []
  const counts = { passed: 0, total: 0 }
  for (const takesTime of [true, false]) {
    await using world = await createWorld({ seed, takesTime, ...(wrap && { wrap }) })
    const end: Run['end'] = (what, fault) => {
      const title = `${what} (actions take ${takesTime ? 'their' : 'no'} time)`
      counts.total += 1
      if (fault === undefined) counts.passed += 1
      else findings.push(`${title}: ${fault}`)
      onEnd?.(fault === undefined ? `held    ${title}` : `BROKEN  ${title}: ${fault}`)
    }
    const run = { world, waitFor: createWaitFor(world), end }
    const lived = new Set<string>()
    for (const life of lives) if (await live(run, life)) lived.add(life.kind.name)
    for (const name of new Set(lives.map(({ kind }) => kind.name))) if (!lived.has(name)) end(name, 'no body that makes one was taken')
  }
  return { check: 'lifecycles', ...counts, findings, figures: { seed, kinds: new Set(lives.map(({ kind }) => kind.name)).size } }
}

/** One life, and for each trigger one more. @returns whether it could begin */
async function live(run: Run, life: Life): Promise<boolean> {
  const { world, end } = run
  const title = life.kind.make.operation.id
  const made = await startOne(world, life)
  // Some can only be made of something else, such as a rollback of a deployment: what makes them is a trigger of that.
  if (!made) return false
  const { initial } = life.lifecycle
  const [state = initial] = statesAfter(life.lifecycle, initial, 'create').slice(-1)
  const first = await run.waitFor(life, made, [state])
  const fault = first.fault ?? judge(first.seen, [initial, ...statesAfter(life.lifecycle, initial, 'create')])
  end(`${title} → ${state}`, fault)
  if (fault === undefined) {
    await world.platform.save('alive')
    for (const trigger of life.triggers) {
      await world.platform.restore('alive')
      await pull(run, life, made, trigger, state)
    }
    await world.platform.restore('alive')
    await remove(run, life, made, state)
  }
  return true
}

async function startOne(world: World, { kind }: Life): Promise<Made | undefined> {
  for (const body of makeBodies(kind.make, world)) {
    const made = await makeSomewhere(world, kind, body, begin)
    if (typeof made !== 'string') return made.made
  }
  return undefined
}

/** What moves the state on is asked for with an example. What is not taken shows nothing. */
async function pull(run: Run, life: Life, made: Made, { name, entry }: Trigger, state: string): Promise<void> {
  const states = statesAfter(life.lifecycle, state, name)
  const last = states.at(-1)
  if (last === undefined) return
  for (const body of listBodies(run.world, entry, name)) {
    const answer = await send(run.world, entry, pathOf(life.kind.reader, entry, made), body)
    if (answer.status >= 300) continue
    // Nothing of it takes time, as for a firewall that covers no droplet: what comes back to the same state is not waited for.
    if (state === last && run.world.platform.takesTime && (await isIn(run.world, life, made, last))) continue
    const { fault, seen } = await run.waitFor(life, made, [last], state === last && states.length > 1 ? states[0] : undefined)
    return run.end(`${life.kind.make.operation.id}, ${name} → ${last}`, fault ?? judge(seen, [state, ...states]))
  }
}

async function isIn(world: World, { kind, path }: Life, made: Made, state: string): Promise<boolean> {
  const { body } = await send(world, kind.reader.entry, pathOf(kind.reader, kind.reader.entry, made))
  return stateIn(body, path) === state
}

function listBodies({ ids }: World, entry: OperationEntry, name: string): (Body | undefined)[] {
  const examples =
    sentContent(entry.operation)?.examples.flatMap(({ value }) => (isObject(value) ? [ids.translate(value) as Body] : [])) ?? []
  const typed = examples.filter(({ type }) => type === name)
  if (examples.length === 0) return [undefined]
  return typed.length > 0 ? typed : entry.operation.action?.types.includes(name) ? [{ type: name }] : examples
}

/** By when whatever is deleted is gone. */
const longest = 3_600

async function remove({ world, end }: Run, { kind, lifecycle, remove: entry, path }: Life, made: Made, state: string): Promise<void> {
  if (!entry) return
  const answer = await change(world, kind, entry, made, {}, 0)
  if (answer.status >= 300) return
  const title = `${kind.make.operation.id}, ${entry.operation.id} → gone`
  const allowed = [state, ...statesAfter(lifecycle, state, entry.operation.id)]
  const seen: string[] = []
  for (let waited = 0; waited <= longest; waited += 1) {
    const { status, body } = await send(world, kind.reader.entry, pathOf(kind.reader, kind.reader.entry, made))
    if (status === 404) return end(title, judge(seen, allowed))
    seen.push(stateIn(body, path))
    await world.platform.advance(1)
  }
  // A state that says that it is deleted is an end too.
  end(title, /delet/i.test(seen.at(-1) ?? '') ? judge(seen, allowed) : `after ${longest} s it is still ${seen.at(-1)}`)
}

/** Only states of the lifecycle, in its order. */
function judge(seen: readonly string[], order: readonly string[]): string | undefined {
  let place = 0
  for (const state of seen) {
    const next = order.indexOf(state, place)
    if (next === -1) return `expected ${order.join(' → ')}, saw ${[...new Set(seen)].join(' → ')}`
    place = next
  }
  return undefined
}

function stateIn(body: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body))
}

interface Waited {
  readonly seen: readonly string[]
  readonly fault?: string
}

type WaitFor = (life: Life, made: Made, wanted: readonly string[], before?: string) => Promise<Waited>

type Wait = (
  request: { readonly path: unknown },
  wanted: readonly string[],
  options: { readonly timeoutMs: number; readonly intervalMs: number; readonly onState: (state: string) => void },
) => Promise<unknown>

/** The client's own waiter; while it sleeps, the platform's time passes. */
function createWaitFor(world: World): WaitFor {
  const { platform } = world
  let now = Date.parse('2026-03-02T09:00:00Z')
  const sleep = async (milliseconds: number) => {
    now += milliseconds
    await platform.advance(milliseconds / 1000)
  }
  const cloud = createCloud({
    token: platform.keys.full,
    apis: { inference: { token: platform.keys.inference } },
    baseUrl: origin,
    fetch: async (url, init) => platform.fetch(url, init),
    clock: { now: () => now, random: () => 0.5, sleep },
  })
  return async ({ kind, path }, made, wanted, before) => {
    const { operation } = kind.reader.entry
    // The client reads the pages of what comes with a run, and waits for nothing there.
    const waitByReading: Wait = async (_request, states, { onState }) => {
      for (let waited = 0; waited <= longest; waited += 1) {
        const { body } = await send(world, kind.reader.entry, pathOf(kind.reader, kind.reader.entry, made))
        const state = stateIn(body, path)
        onState(state)
        if (states.includes(state)) return
        await sleep(1000)
      }
      throw new Error(`after ${longest} s it is not ${states.join()}`)
    }
    const seen: string[] = []
    const wait = findCall<{ readonly waitUntil?: Wait }>(cloud, operation)?.waitUntil ?? waitByReading
    const options = { timeoutMs: longest * 1000, intervalMs: 500, onState: (state: string) => seen.push(state) }
    const request = { path: pathOf(kind.reader, kind.reader.entry, made) }
    try {
      if (before !== undefined && platform.takesTime) await wait(request, [before], options)
      const started = now
      await wait(request, wanted, options)
      const slept = (now - started) / 1000
      return platform.takesTime || slept === 0 ? { seen } : { seen, fault: `it took ${slept} s, though actions take none` }
    } catch (error) {
      // What has no id of its own is shown for as long as it runs.
      if (isNotFound(error) && kind.reader.parameter === undefined) return { seen }
      return { seen, fault: `${String(error)}; saw ${[...new Set(seen)].join(' → ')}` }
    }
  }
}
