/** What it means that an extension is another: one function each. `says` goes on from what is changed. */
import { getSeconds } from '../../../../generators/sandbox/get-seconds.ts'
import type { ChangeKind, Impact } from './change.ts'
import { compareLists, quote } from './compare-lists.ts'
import { isNode, type Node } from './place.ts'

export interface Said {
  readonly impact: Impact
  readonly says: string
}

/** What else is known of where it stands. */
export interface Around {
  /** It is in something that the platform answers. */
  readonly isRead: boolean
  readonly hadValues: boolean
  readonly hasValues: boolean
}

interface ExtensionRule {
  readonly kind: ChangeKind
  readonly compare: (before: unknown, after: unknown, around: Around) => Said[]
}

const breaking = (says: string): Said => ({ impact: 'breaking', says })
const addition = (says: string): Said => ({ impact: 'addition', says })
const fix = (says: string): Said => ({ impact: 'fix', says })
const some = (said: Said | false): Said[] => (said ? [said] : [])
const node = (value: unknown): Node => (isNode(value) ? value : {})
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const text = (value: unknown): string => (value === undefined ? 'none' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)

/** A list of which fewer is less strict. */
const demands = (word: string) => (before: unknown, after: unknown) => {
  const { lost, gained } = compareLists(before, after)
  return [
    ...some(gained.length > 0 && breaking(`${word} ${quote(gained)} too`)),
    ...some(lost.length > 0 && addition(`no longer ${word} ${quote(lost)}`)),
  ]
}

/** A list of which more is better. */
const offers = (word: string) => (before: unknown, after: unknown) => {
  const { lost, gained } = compareLists(before, after)
  return [
    ...some(lost.length > 0 && breaking(`no longer ${word} ${quote(lost)}`)),
    ...some(gained.length > 0 && addition(`${word} ${quote(gained)}`)),
  ]
}

const restates = (impact: Impact, what: string) => (before: unknown, after: unknown) =>
  some(!isSame(before, after) && { impact, says: `has another ${what}: ${text(after)} instead of ${text(before)}` })

function compareLimits(before: unknown, after: unknown): Said[] {
  const [old, now] = [before, after].map(
    (value) => new Map((Array.isArray(value) ? value : value ? [value] : []).map((limit: Node) => [limit['name'], limit])),
  )
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...names].flatMap((name) => compareLimit(old?.get(name), now?.get(name)))
}

function compareLimit(before: Node | undefined, after: Node | undefined): Said[] {
  if (isSame(before, after)) return []
  if (!after) return [addition(`has no limit ${text(before?.['name'])} any more`)]
  const says = `is limited to ${Number(after['limit']).toLocaleString('en')} in ${String(after['window'])}`
  if (!before) return [breaking(says)]
  const per = (limit: Node): number => Number(limit['limit']) / getSeconds(String(limit['window']))
  const isTighter =
    Number(after['limit']) < Number(before['limit']) || per(after) < per(before) || !isSame(before['counts'], after['counts'])
  return [
    (isTighter ? breaking : addition)(
      `${says}, where it was ${Number(before['limit']).toLocaleString('en')} in ${String(before['window'])}`,
    ),
  ]
}

interface Transition {
  readonly from: string | readonly string[]
  readonly to: string
  readonly on: string
  readonly after?: string
}

function compareLifecycles(before: unknown, after: unknown): Said[] {
  const [old, now] = [node(before), node(after)]
  const steps = (lifecycle: Node) =>
    ((lifecycle['transitions'] ?? []) as readonly Transition[]).map(({ from, to, on }) => `${[from].flat().join(' or ')} → ${to} on ${on}`)
  const delays = (lifecycle: Node) => ((lifecycle['transitions'] ?? []) as readonly Transition[]).map((step) => step.after)
  if (before === undefined) return [addition('has states')]
  if (after === undefined) return [breaking('has no states any more')]
  const moves = offers('goes')(steps(old), steps(now))
  return [
    ...restates('breaking', 'property for its state')(old['field'], now['field']),
    ...restates('breaking', 'first state')(old['initial'], now['initial']),
    ...moves,
    ...some(moves.length === 0 && !isSame(delays(old), delays(now)) && fix('takes another time from state to state')),
  ]
}

function compareEffects(before: unknown, after: unknown): Said[] {
  const say = (value: unknown) => Object.entries(node(value)).find(([verb]) => verb !== 'by' && verb !== 'computes')
  if (!isSame(say(before), say(after)))
    return [breaking(`does something else: ${describeEffect(after)} instead of ${describeEffect(before)}`)]
  return some(!isSame(before, after) && fix('says otherwise where its answer comes from'))
}

function describeEffect(value: unknown): string {
  const [verb = 'nothing', schema = ''] = Object.entries(node(value)).find(([key]) => key !== 'by') ?? []
  return `\`${[verb, schema].map(String).join(' ').trim()}\``
}

function compareActions(before: unknown, after: unknown): Said[] {
  const [old, now] = [node(before), node(after)]
  if (before === undefined || after === undefined) return [breaking(after === undefined ? 'starts no action any more' : 'starts an action')]
  return [
    ...offers('starts')(old['types'], now['types']),
    ...demands('locks')(old['locks'], now['locks']),
    ...restates('breaking', 'resource type in its action')(old['resource-type'], now['resource-type']),
    ...restates('fix', 'duration')(old['duration'], now['duration']),
  ]
}

function compareResources(before: unknown, after: unknown): Said[] {
  const [old, now] = [node(before), node(after)]
  return [
    ...(['one', 'many', 'id', 'urn', 'parent'] as const).flatMap((key) =>
      restates(old[key] === undefined ? 'addition' : 'breaking', `\`${key}\``)(old[key], now[key]),
    ),
    ...demands('has to differ in')(old['unique'], now['unique']),
    ...some(
      old['taggable'] !== now['taggable'] && (now['taggable'] === true ? addition('can be tagged') : breaking('cannot be tagged any more')),
    ),
    ...some((!isSame(old['missing'], now['missing']) || !isSame(old['taken'], now['taken'])) && fix('is refused in other words')),
  ]
}

function compareTools(before: unknown, after: unknown): Said[] {
  const [old, now] = [node(before), node(after)]
  const kinds = ['read-only', 'additive', 'destructive']
  const isBolder = kinds.indexOf(String(now['kind'])) > kinds.indexOf(String(old['kind']))
  return [
    ...restates('breaking', 'name as a tool')(old['name'], now['name']),
    ...some(
      old['kind'] !== now['kind'] && {
        impact: isBolder ? 'breaking' : 'addition',
        says: `is ${text(now['kind'])}, where it was ${text(old['kind'])}`,
      },
    ),
    ...offers('takes')(Object.keys(node(old['arguments'])), Object.keys(node(now['arguments']))),
    ...offers('takes')(Object.keys(node(old['aliases'])), Object.keys(node(now['aliases']))),
    ...demands('needs one of')(old['require-one-of'], now['require-one-of']),
    ...restates('fix', 'operation that it calls')(old['calls'], now['calls']),
    ...some(old['idempotent'] === true && now['idempotent'] === false && breaking('is not to be repeated any more')),
  ]
}

const trust = ['experimental', 'beta', 'stable']

function compareStability(before: unknown = 'stable', after: unknown = 'stable'): Said[] {
  const isLess = trust.indexOf(String(after)) < trust.indexOf(String(before))
  return [{ impact: isLess ? 'breaking' : 'addition', says: `is ${text(after)}, where it was ${text(before)}` }]
}

/** Beside `enum`: who reads it has to be ready for values that are not listed. */
function compareOpenValues(before: unknown, after: unknown, { isRead, hadValues, hasValues }: Around): Said[] {
  if (before !== undefined && after !== undefined) return [fix(`names its values after ${text(after)}`)]
  // Without a list it was open, and is.
  if (!hadValues || !hasValues) return [fix(`is ${after === undefined ? 'described without' : 'known by'} some of its values`)]
  if (after === undefined) return [(isRead ? addition : breaking)('has the listed values only')]
  return [(isRead ? breaking : addition)('can have values that are not listed')]
}

function compareDeprecation(before: unknown, after: unknown): Said[] {
  const [old, now] = [node(before), node(after)]
  if (after === undefined) return [addition('is not deprecated any more')]
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
        says: sunset === undefined ? 'has no day on which it ends' : `ends on ${String(sunset)}`,
      },
    ),
    ...some(!isSame(old['use'], use) && fix(`is replaced by ${text(use)}`)),
    ...restates('fix', 'day since which it is deprecated')(old['since'], now['since']),
  ]
}

export const extensionRules: Readonly<Record<string, ExtensionRule>> = {
  'x-scopes': { kind: 'rules', compare: demands('needs') },
  'x-rate-limit': { kind: 'rules', compare: compareLimits },
  'x-lifecycle': { kind: 'rules', compare: compareLifecycles },
  'x-effect': { kind: 'rules', compare: compareEffects },
  'x-action': { kind: 'rules', compare: compareActions },
  'x-resource': { kind: 'rules', compare: compareResources },
  'x-tool': { kind: 'tools', compare: compareTools },
  'x-stability': { kind: 'status', compare: compareStability },
  'x-deprecation': { kind: 'status', compare: compareDeprecation },
  'x-open-values': { kind: 'wire', compare: compareOpenValues },
  'x-reply-by': { kind: 'name', compare: restates('breaking', 'rule for the form of its reply') },
  'x-address': { kind: 'name', compare: restates('breaking', 'place in the client') },
  'x-renamed-from': { kind: 'notes', compare: restates('fix', 'older name') },
  'x-echo': { kind: 'behavior', compare: restates('fix', 'rule for what comes back') },
  'x-refusal': { kind: 'behavior', compare: restates('fix', 'sentence of refusal') },
  'x-decision': { kind: 'notes', compare: () => [fix('has another note')] },
}
