/**
 * What the account had, from when until when: one period for as long as an object's facts stay the same. Bills and measurements are
 * computed from these, also for objects that are gone. The periods are rows like any other: they are undone with the request,
 * copied with a snapshot, and kept in the state file.
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
  /** Null as long as it lasts. */
  readonly to: number | null
  readonly facts: Value
}

/** A period of one kind of object. */
export interface PeriodOf<K extends MeteredKind> extends Omit<Period, 'kind' | 'facts'> {
  readonly kind: K
  readonly facts: MeteredState[K]
}

export type AnyPeriod = { readonly [K in MeteredKind]: PeriodOf<K> }[MeteredKind]

/** The period that lasts, by the path of its object; those that are over, by number. */
const openKind = 'usage'
const closedKind = 'usageBefore'

/** By what periods are found. Of one that lasts its key tells the object. */
export const journalFields = [
  { kind: openKind, field: 'parent' },
  { kind: openKind, field: 'facts.droplet' },
  { kind: closedKind, field: 'id' },
] as const

/** Kinds that take remembered ones with them when they go. */
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
    const before = isNew ? undefined : findOpen(store, { kind, id, parent })
    // The engine stores of a kind only what is one.
    const read = meteredStates[kind] as (value: unknown, hidden: unknown) => Value | undefined
    const facts = read(value ?? JSON.parse(text), JSON.parse(hidden ?? '{}'))
    if (before && JSON.stringify(before.facts) === JSON.stringify(facts)) return
    if (before) close(before)
    if (!facts) return
    open({ kind, id, parent }, facts)
  }

  const recordDelete: RowListener['onDelete'] = (key) => {
    const before = isMetered(key.kind) ? findOpen(store, key) : undefined
    if (before) close(before)
    if (key.kind === 'Droplet') unassignAddresses(Number(key.id))
    if (!parents.has(key.kind)) return
    for (const child of listAll(store, openKind, [{ field: 'parent', equals: childPath(key) }])) close(child)
  }

  /** Its address outlives a droplet, and nothing is written to it then. */
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
  /** Of an object that lives under no other. */
  readonly id?: string
  readonly parent?: string
}

/** Every period of one kind, or of one object, oldest first. */
export function listPeriods<K extends MeteredKind>(store: Store, filter: PeriodFilter<K>): PeriodOf<K>[]
export function listPeriods(store: Store, filter: PeriodFilter<string>): Period[]
export function listPeriods(store: Store, filter: PeriodFilter<string>): Period[] {
  const { kind, id } = filter
  const where = Object.entries(filter).map(([field, equals]) => ({ field, equals }))
  const open = id === undefined ? listAll(store, openKind, where) : [findOpen(store, { kind, id }) ?? []].flat()
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

function findOpen(store: Store, key: Key): Period | undefined {
  const text = store.get({ kind: openKind, id: getObjectPath(key) })?.text
  // As above.
  return text === undefined ? undefined : (JSON.parse(text) as Period)
}

const getObjectPath = (key: Key) => childPath(key).slice(0, -1)
