/**
 * Usage journal of an account: one period for each object and metered state. Bills and metrics are computed from it, also for deleted
 * objects. Periods are rows of the store, so they are part of transactions, snapshots and state files.
 */
import type { Clock } from '../clock/clock.ts'
import type { Value } from '../engine/values.ts'
import { type Key, type Store, childPath } from '../store/store.ts'
import { createKindReader } from '../store/kind-reader.ts'
import type { RowListener } from '../store/watched-store.ts'
import { type MeteredKind, type MeteredState, meteredStates } from './metered-state.ts'

export interface Period {
  readonly kind: string
  readonly id: string
  readonly parent: string
  /** Milliseconds since 1970. */
  readonly from: number
  /** End of the period; null while it is open. */
  readonly to: number | null
  readonly facts: Value
}

/** A period of one kind of object. */
export interface PeriodOf<K extends MeteredKind> extends Omit<Period, 'kind' | 'facts'> {
  readonly kind: K
  readonly facts: MeteredState[K]
}

export type AnyPeriod = { readonly [K in MeteredKind]: PeriodOf<K> }[MeteredKind]

/** Open periods have the path of the object as id, closed ones a number. */
const openKind = 'usage'
const closedKind = 'usageBefore'

/** Indexed fields of periods. */
export const journalFields = [
  { kind: openKind, field: 'parent' },
  { kind: openKind, field: 'facts.droplet' },
  { kind: closedKind, field: 'id' },
] as const

/** Kinds whose metered children are deleted with them. */
const parents: ReadonlySet<string> = new Set(['DatabaseCluster', 'DropletAutoscalePool'])

export function createJournal(store: Store, clock: Clock): RowListener {
  const close = (period: Period) => {
    store.delete({ kind: openKind, id: getObjectPath(period) })
    const to = clock.now()
    if (to > period.from)
      store.put({ kind: closedKind, id: String(store.nextCounter(closedKind)), text: JSON.stringify({ ...period, to }), isNew: true })
  }

  const open = ({ kind, id, parent = '' }: Key, facts: Value) => {
    const period: Period = { kind, id, parent, from: clock.now(), to: null, facts }
    store.put({ kind: openKind, id: getObjectPath(period), text: JSON.stringify(period), isNew: true })
  }

  const recordPut: RowListener['onPut'] = ({ kind, id, parent = '', text, value, hidden, isNew }) => {
    if (!isMetered(kind)) return
    const before = isNew ? undefined : findOpenPeriod(store, { kind, id, parent })
    // Rows of a kind always contain objects of the kind.
    const read = meteredStates[kind] as (value: unknown, hidden: unknown) => Value | undefined
    const facts = read(value ?? JSON.parse(text), JSON.parse(hidden ?? '{}'))
    if (before && JSON.stringify(before.facts) === JSON.stringify(facts)) return
    if (before) close(before)
    if (!facts) return
    open({ kind, id, parent }, facts)
  }

  const recordDelete: RowListener['onDelete'] = (key) => {
    const before = isMetered(key.kind) ? findOpenPeriod(store, key) : undefined
    if (before) close(before)
    if (key.kind === 'Droplet') unassignAddresses(Number(key.id))
    if (!parents.has(key.kind)) return
    for (const child of listAll(store, openKind, [{ field: 'parent', equals: childPath(key) }])) close(child)
  }

  /** Updates the periods of reserved IPs of a deleted droplet, which are not written themselves. */
  const unassignAddresses = (droplet: number) => {
    for (const address of listAll(store, openKind, [{ field: 'facts.droplet', equals: droplet }])) {
      close(address)
      open(address, { ...address.facts, droplet: null })
    }
  }

  return { onPut: recordPut, onDelete: recordDelete }
}

function isMetered(kind: string): kind is MeteredKind {
  return Object.hasOwn(meteredStates, kind)
}

interface PeriodFilter<K extends string> {
  readonly kind: K
  /** Id of a top-level object. */
  readonly id?: string
  readonly parent?: string
}

/** Lists the periods of a kind or an object, the oldest first. */
export function listPeriods<K extends MeteredKind>(store: Store, filter: PeriodFilter<K>): PeriodOf<K>[]
export function listPeriods(store: Store, filter: PeriodFilter<string>): Period[]
export function listPeriods(store: Store, filter: PeriodFilter<string>): Period[] {
  const { kind, id } = filter
  const where = Object.entries(filter).map(([field, equals]) => ({ field, equals }))
  const open = id === undefined ? listAll(store, openKind, where) : [findOpenPeriod(store, { kind, id }) ?? []].flat()
  return [...listAll(store, closedKind, where), ...open].toSorted((a, b) => a.from - b.from)
}

/** Creates a function that maps every period, oldest first. */
export function createPeriodReader<T extends { readonly from: number }>(
  write: (period: AnyPeriod) => readonly T[],
): (store: Store) => readonly T[] {
  // Only the journal writes these rows.
  const read = createKindReader<AnyPeriod, T>([closedKind, openKind], write)
  return (store) => read(store).toSorted((a, b) => a.from - b.from)
}

function listAll(store: Store, kind: string, where: NonNullable<Parameters<Store['list']>[0]['where']>): Period[] {
  // Only the journal writes these rows.
  return JSON.parse(`[${store.list({ kind, where }).texts}]`) as Period[]
}

/** Current period of an object. */
export function findOpenPeriod(store: Store, key: Key): AnyPeriod | undefined {
  const text = store.get({ kind: openKind, id: getObjectPath(key) })?.text
  // As above.
  return text === undefined ? undefined : (JSON.parse(text) as AnyPeriod)
}

const getObjectPath = (key: Key) => childPath(key).slice(0, -1)
