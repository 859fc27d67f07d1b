/** Rates changes of extensions, with one function per extension. `says` continues the sentence after the subject. */
import { isUndocumented } from '../../../../generators/kit/describe-provenance.ts'
import { getSeconds } from '../../../../generators/kit/get-seconds.ts'
import type { Provenance } from '../../../../generators/model/json-schema.ts'
import type { ChangeKind, Impact } from './change.ts'
import { compareLists, quote } from './compare-lists.ts'
import { isNode, type Node } from './place.ts'

export interface RatedChange {
  readonly impact: Impact
  readonly message: string
  /** Kind of this change, if it is not that of the extension. */
  readonly kind?: ChangeKind
}

/** Context of the changed extension. */
export interface ExtensionContext {
  /** True if it is part of a response. */
  readonly isRead: boolean
  readonly isOperation: boolean
  readonly hadValues: boolean
  readonly hasValues: boolean
}

interface ExtensionRule {
  readonly kind: ChangeKind
  readonly compare: (before: unknown, after: unknown, context: ExtensionContext) => RatedChange[]
}

const breaking = (message: string): RatedChange => ({ impact: 'breaking', message })
const addition = (message: string): RatedChange => ({ impact: 'addition', message })
const fix = (message: string): RatedChange => ({ impact: 'fix', message })
const some = (change: RatedChange | false): RatedChange[] => (change ? [change] : [])
const node = (value: unknown): Node => (isNode(value) ? value : {})
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const text = (value: unknown): string => (value === undefined ? 'none' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)

/** Compares requirements: an added entry is breaking, a removed one an addition. */
const compareRequirements = (word: string) => (before: unknown, after: unknown) => {
  const { lost, gained } = compareLists(before, after)
  return [
    ...some(gained.length > 0 && breaking(`${word} ${quote(gained)} too`)),
    ...some(lost.length > 0 && addition(`no longer ${word} ${quote(lost)}`)),
  ]
}

/** Compares offers: a removed entry is breaking, an added one an addition. */
const compareOffers = (word: string) => (before: unknown, after: unknown) => {
  const { lost, gained } = compareLists(before, after)
  return [
    ...some(lost.length > 0 && breaking(`no longer ${word} ${quote(lost)}`)),
    ...some(gained.length > 0 && addition(`${word} ${quote(gained)}`)),
  ]
}

/** Lists the fine-grained scopes of security requirements, such as `volume:read`. */
function listScopes(security: unknown): string[] {
  const requirements = Array.isArray(security) ? security.flatMap((schemes) => Object.values(node(schemes)).flat()) : []
  return requirements.filter((scope): scope is string => typeof scope === 'string' && scope.includes(':'))
}

const compareValue = (impact: Impact, subject: string) => (before: unknown, after: unknown) =>
  some(!isSame(before, after) && { impact, message: `has another ${subject}: ${text(after)} instead of ${text(before)}` })

function compareLimits(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [before, after].map(
    (value) => new Map((Array.isArray(value) ? value : value ? [value] : []).map((limit: Node) => [limit['name'], limit])),
  )
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...names].flatMap((name) => compareLimit(old?.get(name), now?.get(name)))
}

function compareLimit(before: Node | undefined, after: Node | undefined): RatedChange[] {
  if (isSame(before, after)) return []
  if (!after) return [addition(`no longer has the limit ${text(before?.['name'])}`)]
  const message = `is limited to ${Number(after['limit']).toLocaleString('en')} in ${String(after['window'])}`
  if (!before) return [breaking(message)]
  const per = (limit: Node): number => Number(limit['limit']) / getSeconds(String(limit['window']))
  const isTighter =
    Number(after['limit']) < Number(before['limit']) || per(after) < per(before) || !isSame(before['counts'], after['counts'])
  return [
    (isTighter ? breaking : addition)(
      `${message} instead of ${Number(before['limit']).toLocaleString('en')} in ${String(before['window'])}`,
    ),
  ]
}

interface Transition {
  readonly from: string | readonly string[]
  readonly to: string
  readonly or?: string | readonly string[]
  readonly on: string | readonly string[]
  readonly after?: string
  readonly 'deleted-after'?: string
}

function compareLifecycles(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [node(before), node(after)]
  const steps = (lifecycle: Node) =>
    ((lifecycle['transitions'] ?? []) as readonly Transition[]).flatMap(({ from, to, or = [], on }) =>
      [on].flat().map((cause) => `${[from].flat().join(' or ')} → ${[to, or].flat().join(' or ')} on ${cause}`),
    )
  const delays = (lifecycle: Node) =>
    ((lifecycle['transitions'] ?? []) as readonly Transition[]).map((step) => [step.after, step['deleted-after']])
  if (before === undefined) return [addition('has states')]
  if (after === undefined) return [breaking('no longer has states')]
  const moves = compareOffers('goes')(steps(old), steps(now))
  return [
    ...compareValue('breaking', 'property for its state')(old['field'], now['field']),
    ...compareValue('breaking', 'first state')(old['initial'], now['initial']),
    ...moves,
    ...some(moves.length === 0 && !isSame(delays(old), delays(now)) && fix('changes the duration of a state transition')),
  ]
}

function compareEffects(before: unknown, after: unknown): RatedChange[] {
  const say = (value: unknown) => Object.entries(node(value)).find(([verb]) => verb !== 'by' && verb !== 'computes')
  if (!isSame(say(before), say(after)))
    return [breaking(`does something else: ${describeEffect(after)} instead of ${describeEffect(before)}`)]
  const [{ starts: oldAction, ...old }, { starts: action, ...now }] = [node(before), node(after)]
  return [...compareActions(oldAction, action), ...some(!isSame(old, now) && fix('has another source of its response'))]
}

function describeEffect(value: unknown): string {
  const [verb = 'nothing', schema = ''] = Object.entries(node(value)).find(([key]) => key !== 'by') ?? []
  return `\`${[verb, schema].map(String).join(' ').trim()}\``
}

function compareActions(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [node(before), node(after)]
  if (before === after) return []
  if (before === undefined || after === undefined)
    return [breaking(after === undefined ? 'no longer starts an action' : 'starts an action')]
  return [
    ...compareOffers('starts')(old['types'], now['types']),
    ...compareRequirements('locks')(old['locks'], now['locks']),
    ...compareValue('breaking', 'resource type in its action')(old['resource-type'], now['resource-type']),
    ...compareValue('fix', 'duration')(old['duration'], now['duration']),
  ]
}

function compareResources(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [node(before), node(after)]
  return [
    ...(['one', 'many', 'id', 'urn', 'parent'] as const).flatMap((key) =>
      compareValue(old[key] === undefined ? 'addition' : 'breaking', `\`${key}\``)(old[key], now[key]),
    ),
    ...compareRequirements('must be unique by')(old['unique'], now['unique']),
    ...some(
      old['taggable'] !== now['taggable'] && (now['taggable'] === true ? addition('can be tagged') : breaking('can no longer be tagged')),
    ),
  ]
}

function compareTools(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [node(before), node(after)]
  const kinds = ['read-only', 'additive', 'destructive']
  const isBolder = kinds.indexOf(String(now['kind'])) > kinds.indexOf(String(old['kind']))
  return [
    ...compareValue('breaking', 'name as a tool')(old['name'], now['name']),
    ...some(
      old['kind'] !== now['kind'] && {
        impact: isBolder ? 'breaking' : 'addition',
        message: `is ${text(now['kind'])} instead of ${text(old['kind'])}`,
      },
    ),
    ...compareOffers('takes')(Object.keys(node(old['arguments'])), Object.keys(node(now['arguments']))),
    ...compareOffers('takes')(Object.keys(node(old['aliases'])), Object.keys(node(now['aliases']))),
    ...compareRequirements('needs one of')(old['require-one-of'], now['require-one-of']),
    ...compareValue('fix', 'operation that it calls')(old['calls'], now['calls']),
    ...some(old['idempotent'] === true && now['idempotent'] === false && breaking('is no longer idempotent')),
  ]
}

/** Compares `x-provenance`: an operation from clients may change without a deprecation. */
function compareProvenance(before: unknown, after: unknown, { isOperation }: ExtensionContext): RatedChange[] {
  const [wasFree, isFree] = [before, after].map((value) => isOperation && isUndocumented(value as Provenance | undefined))
  if (wasFree !== isFree)
    return [isFree ? breaking('may change without a deprecation') : addition('no longer changes without a deprecation')]
  return [{ ...fix('has another note on its source'), kind: 'notes' }]
}

/** Compares `x-extensible-enum` next to an `enum`: clients must accept unlisted values in responses. */
function compareOpenValues(before: unknown, after: unknown, { isRead, hadValues, hasValues }: ExtensionContext): RatedChange[] {
  if (before !== undefined && after !== undefined) return [fix(`takes its values from ${text(after)}`)]
  // A value without an enum is always open.
  if (!hadValues || !hasValues) return [fix(`${after === undefined ? 'no longer lists' : 'lists'} some of its values`)]
  if (after === undefined) return [(isRead ? addition : breaking)('can only have the listed values')]
  return [(isRead ? breaking : addition)('can have values that are not listed')]
}

function compareDeprecation(before: unknown, after: unknown): RatedChange[] {
  const [old, now] = [node(before), node(after)]
  if (after === undefined) return [addition('is no longer deprecated')]
  const { use, sunset } = now
  if (before === undefined)
    return [
      addition(
        `is deprecated${sunset === undefined ? '' : ` and ends on ${String(sunset)}`}${use === undefined ? '' : `: use ${text(use)}`}`,
      ),
    ]
  const isSooner = sunset !== undefined && (old['sunset'] === undefined || String(sunset) < String(old['sunset']))
  return [
    ...some(
      !isSame(old['sunset'], sunset) && {
        impact: isSooner ? 'breaking' : 'addition',
        message: sunset === undefined ? 'no longer has an end date' : `ends on ${String(sunset)}`,
      },
    ),
    ...some(!isSame(old['use'], use) && fix(`is replaced by ${text(use)}`)),
    ...compareValue('fix', 'start date of its deprecation')(old['since'], now['since']),
  ]
}

export const extensionRules: Readonly<Record<string, ExtensionRule>> = {
  security: { kind: 'rules', compare: (before, after) => compareRequirements('needs')(listScopes(before), listScopes(after)) },
  'x-rate-limit': { kind: 'rules', compare: compareLimits },
  'x-lifecycle': { kind: 'rules', compare: compareLifecycles },
  'x-effect': { kind: 'rules', compare: compareEffects },
  'x-resource': { kind: 'rules', compare: compareResources },
  'x-tool': { kind: 'tools', compare: compareTools },
  'x-deprecation': { kind: 'status', compare: compareDeprecation },
  'x-extensible-enum': { kind: 'wire', compare: compareOpenValues },
  'x-echo': { kind: 'behavior', compare: compareValue('fix', 'rule for the returned value') },
  'x-refers': { kind: 'behavior', compare: compareValue('fix', 'reference to a resource') },
  'x-messages': { kind: 'behavior', compare: compareValue('fix', 'error message') },
  'x-provenance': { kind: 'status', compare: compareProvenance },
}
