/**
 * Checks that the client's waits agree with the states of the sandbox: each object is created, changed and deleted, the client waits for the
 * last state of each, and sees the states of the state machine in their order.
 */
import { createCloud, isNotFound } from '@spindrift/client'
import { origin } from '../fixtures/test-sandbox.ts'
import { createFuzzFixture, type FuzzFixture } from '../assurance/fuzz/fuzz-fixture.ts'
import type { VerificationResult } from '../assurance/print-result.ts'
import { sentContent } from '../build-request.ts'
import { isObject } from '../is-object.ts'
import type { Lifecycle, ResourceMessages } from '../../../../generators/model/json-schema.ts'
import type { OperationEntry } from '../load-specification.ts'
import { findCall } from '../mock/operation-caller.ts'
import { type Body, listCreateBodies } from './bodies.ts'
import { change, create, getPath, type Instance, loadReply, send } from './instances.ts'
import { type ConformanceOptions, Report } from './report.ts'
import { checkEach, listStatefulResources, selectResources, type StatefulResource } from './resources.ts'

interface Subject {
  readonly fixture: FuzzFixture
  readonly resource: StatefulResource
  readonly instance: Instance
  readonly waitFor: WaitFor
  readonly add: (title: string, fault: string | undefined) => void
}

export async function runStateMachines(options: ConformanceOptions): Promise<VerificationResult> {
  const report = new Report(options)
  let kinds = 0
  for (const hasActionDurations of [true, false]) {
    await using fixture = await (options.openFixture ?? createFuzzFixture)({ ...options, hasActionDurations })
    const waitFor = createWaitFor(fixture)
    const add: Subject['add'] = (subject, fault) => {
      const title = `${subject} (actions take ${hasActionDurations ? 'their' : 'no'} time)`
      report.add(title, fault === undefined ? [] : [`${title}: ${fault}`])
    }
    kinds = await checkEach(selectResources(listStatefulResources(fixture.entries), options), report, async (resource) => {
      for (const body of listCreateBodies(resource.create, fixture)) {
        const instance = await create(fixture, resource, body, false)
        if (typeof instance === 'string') continue
        await checkInstance({ fixture, resource, instance, waitFor, add })
        return true
      }
      return false
    })
  }
  return report.createResult('state-machines', { seed: options.seed, kinds })
}

/** Creates the object, then follows each trigger and the deletion. */
async function checkInstance(subject: Subject): Promise<void> {
  const { fixture, resource, instance, waitFor, add } = subject
  const { lifecycle, triggers, remove } = resource
  const order = [lifecycle.initial, ...listStates(lifecycle, lifecycle.initial, 'create')]
  const state = order.at(-1) ?? lifecycle.initial
  const { fault, seen } = await waitFor(resource, instance, [state])
  const created = fault ?? checkOrder(seen, order)
  add(`${resource.create.operation.id} → ${state}`, created)
  if (created !== undefined) return
  await fixture.sandbox.save('created')
  for (const trigger of triggers) {
    await fixture.sandbox.restore('created')
    await checkTrigger(subject, trigger, state)
  }
  await fixture.sandbox.restore('created')
  if (remove) await checkDeletion(subject, remove, state)
}

/** Triggers the transition with an example. A refused example shows nothing. */
async function checkTrigger(subject: Subject, { name, entry }: StatefulResource['triggers'][number], state: string): Promise<void> {
  const { fixture, resource, instance, waitFor, add } = subject
  const states = listStates(resource.lifecycle, state, name)
  const last = states.at(-1)
  if (last === undefined) return
  const { hasActionDurations } = fixture.sandbox
  for (const body of listTriggerBodies(fixture, entry, name)) {
    const reply = await send(fixture, entry, getPath(resource.reader, entry, instance), body)
    if (reply.status >= 300) continue
    // Nothing of it takes time, as for a firewall without droplets: a return to the same state cannot be waited for.
    if (state === last && hasActionDurations && getState((await loadReply(fixture, resource, instance)).body, resource) === last) continue
    const { fault, seen } = await waitFor(resource, instance, [last], state === last && states.length > 1 ? states[0] : undefined)
    return add(`${resource.create.operation.id}, ${name} → ${last}`, fault ?? checkOrder(seen, [state, ...states]))
  }
}

function listTriggerBodies({ ids }: FuzzFixture, entry: OperationEntry, name: string): (Body | undefined)[] {
  const content = sentContent(entry.operation)?.examples ?? []
  const examples = content.flatMap(({ value }) => (isObject(value) ? [ids.translate(value) as Body] : []))
  if (examples.length === 0) return [undefined]
  const typed = examples.filter(({ type }) => type === name)
  if (typed.length > 0) return typed
  return entry.operation.action?.types.includes(name) ? [{ type: name }] : examples
}

/** Longest wait for any state. */
const maxSeconds = 3_600

async function checkDeletion({ fixture, resource, instance, add }: Subject, entry: OperationEntry, state: string): Promise<void> {
  const reply = await change(fixture, resource, entry, instance, {}, 0)
  if (reply.status >= 300) return
  const title = `${resource.create.operation.id}, ${entry.operation.id} → gone`
  const order = [state, ...listStates(resource.lifecycle, state, entry.operation.id)]
  const seen: string[] = []
  for (let waited = 0; waited <= maxSeconds; waited += 1) {
    const { status, body } = await loadReply(fixture, resource, instance)
    if (status === 404) return add(title, checkOrder(seen, order) ?? checkMessage(body, resource, instance))
    seen.push(getState(body, resource))
    await fixture.sandbox.advance(1)
  }
  // A state such as `deleted` is an end too.
  add(title, /delet/i.test(seen.at(-1) ?? '') ? checkOrder(seen, order) : `after ${maxSeconds} s it is still ${seen.at(-1)}`)
}

/** Checks that the 404 of a deleted object has the message of its resource. */
function checkMessage(body: unknown, { name, create: { api } }: StatefulResource, { id }: Instance): string | undefined {
  const schema = api.families.flatMap(({ schemas }) => schemas).find((each) => each.name === name)?.schema
  const { missing } = (schema?.['x-messages'] ?? {}) as ResourceMessages
  const message = isObject(body) ? body['message'] : undefined
  const expected = missing?.replace('{id}', String(id))
  return expected === undefined || message === expected ? undefined : `expected the 404 "${expected}", got "${String(message)}"`
}

/** Lists the states after `state` that the cause leads through, in order. The last may be `state` itself. */
export function listStates({ transitions }: Lifecycle, state: string, cause: string): string[] {
  const states: string[] = []
  for (let current = state; states.at(-1) !== state;) {
    const possible = transitions
      .filter(({ from, on }) => [from].flat().includes(current) && [on].flat().includes(cause))
      .map(({ to }) => to)
    const next =
      possible.find((to) => ![state, ...states].includes(to)) ?? (states.length > 0 ? possible.find((to) => to === state) : undefined)
    if (next === undefined) break
    states.push(next)
    current = next
  }
  return states
}

function checkOrder(seen: readonly string[], order: readonly string[]): string | undefined {
  let position = 0
  for (const state of seen) {
    position = order.indexOf(state, position)
    if (position === -1) return `expected ${order.join(' → ')}, saw ${[...new Set(seen)].join(' → ')}`
  }
  return undefined
}

function getState(body: unknown, { statePath }: StatefulResource): string {
  return String(statePath.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body))
}

interface Waited {
  readonly seen: readonly string[]
  readonly fault?: string
}

type WaitFor = (resource: StatefulResource, instance: Instance, states: readonly string[], before?: string) => Promise<Waited>

type Wait = (
  request: { readonly path: unknown },
  states: readonly string[],
  options: { readonly timeoutMs: number; readonly intervalMs: number; readonly onState: (state: string) => void },
) => Promise<unknown>

/** The client's own waits. The time of the platform passes while the client sleeps. */
function createWaitFor(fixture: FuzzFixture): WaitFor {
  const { sandbox } = fixture
  let now = Date.parse('2026-03-02T09:00:00Z')
  const sleep = async (milliseconds: number) => {
    now += milliseconds
    await sandbox.advance(milliseconds / 1000)
  }
  const cloud = createCloud({
    token: sandbox.keys.full,
    apis: { inference: { token: sandbox.keys.inference } },
    baseUrl: origin,
    fetch: async (url, init) => sandbox.fetch(url, init),
    clock: { now: () => now, random: () => 0.5, sleep },
  })
  return async (resource, instance, wanted, before) => {
    const { reader } = resource
    /** For operations that are paged, which the client does not wait for. */
    const waitByReading: Wait = async (_request, states, { onState }) => {
      for (let waited = 0; waited <= maxSeconds; waited += 1) {
        const state = getState((await loadReply(fixture, resource, instance)).body, resource)
        onState(state)
        if (states.includes(state)) return
        await sleep(1000)
      }
      throw new Error(`after ${maxSeconds} s it is not ${states.join()}`)
    }
    const seen: string[] = []
    const wait = findCall<{ readonly waitUntil?: Wait }>(cloud, reader.entry.operation)?.waitUntil ?? waitByReading
    const options = { timeoutMs: maxSeconds * 1000, intervalMs: 500, onState: (state: string) => seen.push(state) }
    const request = { path: getPath(reader, reader.entry, instance) }
    try {
      if (before !== undefined && sandbox.hasActionDurations) await wait(request, [before], options)
      const started = now
      await wait(request, wanted, options)
      const slept = (now - started) / 1000
      return sandbox.hasActionDurations || slept === 0 ? { seen } : { seen, fault: `it took ${slept} s, though actions take none` }
    } catch (error) {
      // An object without an id can be read only while it runs.
      if (isNotFound(error) && reader.parameter === undefined) return { seen }
      return { seen, fault: `${String(error)}; saw ${[...new Set(seen)].join(' → ')}` }
    }
  }
}
