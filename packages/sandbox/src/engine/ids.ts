/** Id generator. Ids follow from the seed and a counter, so the same requests get the same ids. */
import { hash } from 'node:crypto'
import type { Store } from '../store/store.ts'

export type Id = string | number

/** Ids that a world file states, by kind, in creation order. */
export type StatedIds = Readonly<Record<string, Id | readonly Id[]>>

/** Parts of objects whose ids a world file can state. */
export const partKinds: readonly string[] = [
  'AgentFunction',
  'DatabaseMigration',
  'DatabaseUserAcl',
  'KubernetesNode',
  'KubernetesNodePool',
  'Upload',
]

export interface Ids {
  readonly integer: (kind: string) => number
  /** @param kind the part of an object that it names */
  readonly uuid: (kind?: string) => string
  /** Generates a UUID in the form of version 1, for volumes and their snapshots. Its time follows from the seed. */
  readonly timeUuid: () => string
  /** Generates lower-case hexadecimal digits. */
  readonly hex: (digits: number, kind?: string) => string
  /** Generates an IPv4 address from 198.18.0.0/15, which no network routes. */
  readonly ipv4: () => string
  readonly ipv6: () => string
  /** Uses these ids for objects that `work` creates. @returns the kinds with ids left over */
  readonly withStatedIds: (ids: StatedIds, work: () => void) => string[]
  readonly takeStatedId: (kind: string) => Id | undefined
  /** Reserves numbers that a world file states. */
  readonly reserve: (numbers: Iterable<number>) => void
  /** True for an id that `takeStatedId` has returned. */
  readonly isTaken: (id: Id) => boolean
}

/** First integer of each kind, so that ids are recognizable and as large as those of the platform. */
const firstIds: Readonly<Record<string, number>> = {
  Droplet: 412_800_101,
  Action: 2_209_617_301,
  Image: 189_300_210,
  SshKey: 512_189,
  DomainRecord: 28_448_429,
  ImageTransfer: 70_418,
}

export function createIds(store: Store, seed: () => string): Ids {
  let pending = new Map<string, Id[]>()
  const usedIds = new Set<Id>()
  let reserved: ReadonlySet<number> = new Set()
  const takeStatedId = (kind = '') => {
    const id = pending.get(kind)?.shift()
    if (id !== undefined) usedIds.add(id)
    return id
  }
  const digest = (counter: string) => hash('sha256', `${seed()}:${counter}:${store.nextCounter(counter)}`)
  return {
    integer: (kind) => {
      for (;;) {
        const id = store.nextCounter(`id:${kind}`, firstIds[kind] ?? 1001)
        if (!reserved.has(id)) return id
      }
    },
    uuid: (kind) => String(takeStatedId(kind) ?? formatUuid(digest('uuid'), '4')),
    timeUuid: () => formatUuid(digest('uuid'), '11f1'),
    hex: (digits, kind) => {
      const statedId = takeStatedId(kind)
      if (statedId !== undefined) return String(statedId)
      let text = ''
      while (text.length < digits) text += digest('hex')
      return text.slice(0, digits)
    },
    ipv4: () => {
      const n = store.nextCounter('ipv4', 10)
      return `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`
    },
    ipv6: () =>
      `2001:db8:${digest('ipv6')
        .slice(0, 4)
        .replace(/^0+(?=.)/, '')}::${store.nextCounter('ipv6-host', 0x10).toString(16)}`,
    withStatedIds: (statedIds, work) => {
      const own = new Map(Object.entries(statedIds).map(([kind, ids]) => [kind, [ids].flat()]))
      pending = own
      try {
        work()
      } finally {
        pending = new Map()
        usedIds.clear()
      }
      return [...own].flatMap(([kind, left]) => (left.length > 0 ? [kind] : []))
    },
    takeStatedId,
    reserve: (numbers) => {
      reserved = new Set(numbers)
    },
    isTaken: (id) => usedIds.has(id),
  }
}

/** @param thirdGroup beginning of the third group, which contains the version */
function formatUuid(hex: string, thirdGroup: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const rest = hex.slice(12 + thirdGroup.length, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${thirdGroup}${rest}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
