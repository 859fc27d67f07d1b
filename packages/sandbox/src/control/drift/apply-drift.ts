/** Changes existing objects behind the client's back, to test that infrastructure code notices and repairs it. */
import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../../dependencies.ts'
import { Failure } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { Controls } from '../../generated/controls.ts'
import { resourceRows } from '../../generated/resources.ts'
import { createEmailLookup, describeChange } from '../../requests/describe-request.ts'
import { createMasking } from '../../requests/mask-secrets.ts'
import type { RecordedChange } from '../../requests/record-changes.ts'
import type { Key } from '../../store/store.ts'
import { createWorldRequest } from '../../worlds/world-request.ts'
import { nearestName } from '../nearest-name.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { requireAccount } from '../token-handlers.ts'
import { type DriftChange, driftChanges } from './changes.ts'
import { driftKinds, type DriftPlan, type DriftTarget, listDriftChanges, planDrift } from './plan-drift.ts'

export type DriftRequest = Controls['POST /_sandbox/drift']['body']
export type DriftReport = Controls['POST /_sandbox/drift']['reply']

interface Candidate {
  readonly key: Required<Key>
  readonly text: string
  readonly change: DriftChange
}

const maxCount = 100
/** Objects of an account from which drift chooses. */
const maxObjects = 10_000

/** @throws Failure 404 without an object to change, 422 */
export function applyDrift(body: Value, dependencies: Dependencies): DriftReport {
  const { platform, changes: recorder, requests, clock } = dependencies
  const { kind, id, change, count, seed, account } = parseRequest(body, dependencies)
  const random = createSeededRandom(() => `drift:${seed}`)
  const candidates = shuffle(listCandidates({ kind, id, change }, account, dependencies), random)
  const emails = createEmailLookup(platform)
  const changed = new Map<string, DriftReport['changes'][number]>()
  const recorded: RecordedChange[] = []
  let firstFailure: Failure | undefined
  // Only the changes of drift are recorded from here on.
  recorder.discard()
  dependencies.withInstantActions(() => {
    for (const { key, text, change: next } of candidates) {
      const path = `${key.parent}${key.kind}/${key.id}`
      if (changed.size === count) break
      const ctx = platform.contextFor(account)
      // An object changes once. An earlier change may have deleted it.
      if (changed.has(path) || ctx.store.get(key)?.text === undefined) continue
      try {
        const target: DriftTarget = { key, value: JSON.parse(text) as Value, ctx, random }
        const plan = planDrift(next, target)
        if (!plan) continue
        runPlan(plan, target, emails(account), dependencies)
      } catch (error) {
        recorder.discard()
        if (!(error instanceof Failure)) throw error
        firstFailure = error
        continue
      }
      recorded.push(...recorder.flush())
      dependencies.runPendingJobs()
      const after = platform.contextFor(account).store.get(key)?.text
      const description = describeChange({ ...key, account, before: text, after }, emails, createMasking('masked'))
      changed.set(path, { change: next, ...description })
    }
  })
  if (changed.size === 0)
    throw firstFailure ?? new Failure(404, 'No object matches, or the change does not apply. GET /_sandbox/objects lists all.')
  requests.recordJob({ name: 'drift', at: clock.now(), account, changes: recorded })
  // For the event of this request.
  for (const each of recorded) recorder.record(each, each.account, each.before, each.after)
  return { seed, changes: [...changed.values()] }
}

function runPlan(plan: DriftPlan, { key, value, ctx }: DriftTarget, email: string, dependencies: Dependencies): void {
  if (plan.request) {
    dependencies.runWithoutLimits(createWorldRequest({ ...plan.request, account: email }, dependencies))
    return
  }
  ctx.store.transaction(() => {
    const updated = ctx.engine.untyped.update(key, plan.fields)
    dependencies.hooks.get(key.kind)?.afterUpdate?.(updated, key, ctx, value)
  })
}

type Filter = Pick<ReturnType<typeof parseRequest>, 'kind' | 'id' | 'change'>

function listCandidates({ kind, id, change }: Filter, account: string, { platform }: Dependencies): Candidate[] {
  const kinds = (kind === undefined ? driftKinds : [kind]).filter((each) => change === undefined || listDriftChanges(each).includes(change))
  const { objects } = platform.inspection.find({ account, kinds, text: id, limit: maxObjects })
  return objects
    .filter((object) => (id === undefined ? !isDefault(object.text) : object.id === id))
    .toSorted((a, b) => compare(a.kind, b.kind) || compare(a.parent, b.parent) || compare(a.id, b.id))
    .flatMap(({ text, ...key }) =>
      (change === undefined ? listDriftChanges(key.kind) : [change]).map((each) => ({ key, text, change: each })),
    )
}

/** True for the default VPCs and the default project, which no client created. */
function isDefault(text: string): boolean {
  const { default: isDefaultVpc, is_default: isDefaultProject } = JSON.parse(text) as Value
  return isDefaultVpc === true || isDefaultProject === true
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

const known = ['kind', 'id', 'change', 'count', 'seed', 'account']

/** @throws Failure 404 for an unknown kind, 422 */
function parseRequest(body: Value, { platform }: Dependencies) {
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Failure(422, `${unknown}: unknown field. Give ${known.join(', ')}.`)
  const { id, count = 1, seed = randomBytes(4).toString('hex'), account } = body
  if (id !== undefined && (typeof id !== 'string' || id === '')) throw new Failure(422, 'id: must be the id of an object, as a string')
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > maxCount)
    throw new Failure(422, `count: must be a whole number from 1 to ${maxCount}`)
  if (typeof seed !== 'string' || seed === '' || seed.length > 100) throw new Failure(422, 'seed: must be a text of 1 to 100 characters')
  const kind = body['kind'] === undefined ? undefined : parseKind(body['kind'])
  const change = body['change'] === undefined ? undefined : parseChange(body['change'], kind)
  return { kind, id, change, count, seed, account: requireAccount(account, platform) }
}

/** Accepts the name of a kind in the control API, or the name of the object or of the list in replies. */
function parseKind(value: unknown): string {
  const text = String(value)
  const lower = text.toLowerCase()
  const found = driftKinds.find((kind) => {
    const { one, many } = resourceRows[kind] ?? {}
    return [kind.toLowerCase(), one, many].includes(lower)
  })
  if (found !== undefined) return found
  const nearest = nearestName(text, driftKinds)
  const hint = nearest === undefined ? 'GET /_sandbox/kinds lists all kinds.' : `Did you mean ${nearest}?`
  throw new Failure(422, `kind: objects of this kind do not drift. ${hint}`)
}

function parseChange(value: unknown, kind: string | undefined): DriftChange {
  const allowed = kind === undefined ? driftChanges : listDriftChanges(kind)
  const found = allowed.find((change) => change === value)
  if (found === undefined) throw new Failure(422, `change: must be one of ${allowed.join(', ')}${kind === undefined ? '' : ` for ${kind}`}`)
  return found
}
