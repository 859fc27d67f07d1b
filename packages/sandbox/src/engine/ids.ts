/** New ids of every kind. They follow from the seed and from how many were made before, so the same requests give the same ids. */
import { hash } from 'node:crypto'
import type { Store } from '../store/store.ts'

export type Id = string | number

/** Ids that objects have in place of new ones, by kind, in the order in which the objects are made. */
export type StatedIds = Readonly<Record<string, Id | readonly Id[]>>

/** What ids can be stated of that is no kind of its own: parts of other objects. */
export const partKinds: readonly string[] = [
  'AgentFunction',
  'DatabaseMigration',
  'DatabaseUserAcl',
  'KubernetesNode',
  'KubernetesNodePool',
  'SimulationJourney',
  'Upload',
]

export interface Ids {
  readonly integer: (kind: string) => number
  /** @param kind what it names, where that is no object of its own */
  readonly uuid: (kind?: string) => string
  /** Of the form of version 1, as volumes and their snapshots have. The time in it is none: it follows from the seed too. */
  readonly timeUuid: () => string
  /** Lower-case hexadecimal digits. */
  readonly hex: (digits: number, kind?: string) => string
  /** A public IPv4 address. They are taken from 198.18.0.0/15, which no network routes. */
  readonly ipv4: () => string
  readonly ipv6: () => string
  /** Uses these ids for what `work` makes. @returns the kinds of which fewer were made than ids were stated */
  readonly useStated: (stated: StatedIds, work: () => void) => string[]
  readonly takeStated: (kind: string) => Id | undefined
  /** Keeps these numbers for the objects that they are stated of. */
  readonly reserve: (numbers: Iterable<number>) => void
  /** True for an id that `takeStated` has returned. */
  readonly isTaken: (id: Id) => boolean
}

/** Where integers begin, so that an id tells what it is of and clients that assume large numbers are not surprised. */
const firsts: Readonly<Record<string, number>> = {
  Droplet: 412_800_101,
  Action: 2_209_617_301,
  Image: 189_300_210,
  SshKey: 512_189,
  DomainRecord: 28_448_429,
  ImageTransfer: 70_418,
}

export function createIds(store: Store, seed: () => string): Ids {
  let stated = new Map<string, Id[]>()
  const taken = new Set<Id>()
  let reserved: ReadonlySet<number> = new Set()
  const takeStated = (kind = '') => {
    const id = stated.get(kind)?.shift()
    if (id !== undefined) taken.add(id)
    return id
  }
  const digest = (counter: string) => hash('sha256', `${seed()}:${counter}:${store.nextCounter(counter)}`)
  return {
    integer: (kind) => {
      for (;;) {
        const id = store.nextCounter(`id:${kind}`, firsts[kind] ?? 1001)
        if (!reserved.has(id)) return id
      }
    },
    uuid: (kind) => String(takeStated(kind) ?? formatUuid(digest('uuid'), '4')),
    timeUuid: () => formatUuid(digest('uuid'), '11f1'),
    hex: (digits, kind) => {
      const given = takeStated(kind)
      if (given !== undefined) return String(given)
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
    useStated: (given, work) => {
      const own = new Map(Object.entries(given).map(([kind, ids]) => [kind, [ids].flat()]))
      stated = own
      try {
        work()
      } finally {
        stated = new Map()
        taken.clear()
      }
      return [...own].flatMap(([kind, left]) => (left.length > 0 ? [kind] : []))
    },
    takeStated,
    reserve: (numbers) => {
      reserved = new Set(numbers)
    },
    isTaken: (id) => taken.has(id),
  }
}

/** @param third how the group begins that tells the version */
function formatUuid(hex: string, third: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const rest = hex.slice(12 + third.length, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}${rest}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
