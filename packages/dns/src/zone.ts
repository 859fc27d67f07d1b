/** Zone of one domain: its records by name (RFC 1034). */
import { isDeepStrictEqual } from 'node:util'
import type { Answer, SoaAnswer, StringAnswer } from 'dns-packet'

/** Fields of a domain record of the API. */
export interface DomainRecord {
  readonly type: string
  /** Relative to the domain; `@` is the domain itself. */
  readonly name: string
  readonly data: string
  readonly ttl: number
  readonly priority?: number | null
  readonly port?: number | null
  readonly weight?: number | null
  readonly flags?: number | null
  readonly tag?: string | null
}

type ZoneRecord = Exclude<Answer, { type: 'OPT' }>

/** Records of a name, in the form of answers. */
export type Records = readonly Answer[]

export class Zone {
  /** Name of the domain in lower case. */
  readonly name: string
  readonly soa: SoaAnswer
  /** Records by name in lower case. A name without records of its own, above one with records, has an empty list. */
  readonly #names = new Map<string, ZoneRecord[]>()

  constructor(name: string, records: readonly DomainRecord[], serial: number) {
    this.name = name.toLowerCase()
    const nameServer = records.find((record) => record.type === 'NS' && record.name === '@')?.data ?? this.name
    const ttl = records.find(({ type }) => type === 'SOA')?.ttl ?? 1800
    this.soa = {
      type: 'SOA',
      name: this.name,
      ttl,
      data: {
        mname: nameServer === '@' ? this.name : nameServer,
        rname: `hostmaster.${this.name}`,
        serial,
        refresh: 10_800,
        retry: 3600,
        expire: 604_800,
        minimum: ttl,
      },
    }
    this.#add(this.soa)
    for (const record of records) if (record.type !== 'SOA' && canEncode(record)) this.#add(toAnswer(record, this.name))
  }

  /** Returns the records of a name, an empty list for a name with only names below it, or undefined for a name that does not exist. */
  get(name: string): Records | undefined {
    return this.#names.get(name)
  }

  /** Returns the records of the wildcard that covers a name that does not exist (RFC 4592). */
  findWildcard(name: string): Records | undefined {
    for (let parent = getParent(name); parent.length >= this.name.length; parent = getParent(parent))
      if (this.#names.has(parent)) return this.#names.get(`*.${parent}`)
    return undefined
  }

  /** Returns the NS records that delegate a name to other name servers; undefined inside the zone. */
  findDelegation(name: string): Records | undefined {
    for (let at = name; at.length > this.name.length; at = getParent(at)) {
      const servers = this.#names.get(at)?.filter(({ type }) => type === 'NS') ?? []
      if (servers.length > 0) return servers
    }
    return undefined
  }

  /** Lists all records, the SOA record first. */
  list(): Records {
    return [...this.#names.values()].flat()
  }

  /** Adds a record. Records of one name and type differ, and have the lowest of their TTLs (RFC 2181, section 5). */
  #add(record: ZoneRecord): void {
    const name = record.name.toLowerCase()
    const records = this.#names.get(name) ?? []
    const others = records.filter(({ type }) => type === record.type)
    const ttl = Math.min(...[record, ...others].map((each) => each.ttl ?? 0))
    for (const other of others) other.ttl = ttl
    if (!others.some((other) => isDeepStrictEqual(other, { ...record, ttl }))) records.push({ ...record, ttl })
    this.#names.set(name, records)
    for (let parent = getParent(name); parent.length > this.name.length && !this.#names.has(parent); parent = getParent(parent))
      this.#names.set(parent, [])
  }
}

/** Removes the first label. */
export function getParent(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? '' : name.slice(dot + 1)
}

/** Leaves room for the rest of a message, which has at most 64 KiB. */
const maxTextBytes = 64_000
const typesWithHost = new Set(['CNAME', 'NS', 'MX', 'SRV'])

/** True for a record that fits the format of messages. The API accepts others too. */
function canEncode({ type, name, data }: DomainRecord): boolean {
  const names = typesWithHost.has(type) ? [name, data.replace(/\.$/, '') || '@'] : [name]
  const hasNames = names.every(
    (each) => each.length < 254 && each.split('.').every((label) => label !== '' && Buffer.byteLength(label) < 64),
  )
  return hasNames && (type !== 'TXT' || Buffer.byteLength(data) <= maxTextBytes)
}

function toAnswer({ type, name, data, ttl, priority, port, weight, flags, tag }: DomainRecord, zone: string): ZoneRecord {
  const base = { name: (name === '@' ? zone : `${name}.${zone}`).toLowerCase(), ttl }
  const host = data === '@' ? zone : data
  switch (type) {
    case 'CNAME':
    case 'NS':
      return { ...base, type, data: host }
    case 'MX':
      return { ...base, type, data: { preference: priority ?? 0, exchange: host } }
    case 'SRV':
      return { ...base, type, data: { priority: priority ?? 0, weight: weight ?? 0, port: port ?? 0, target: host } }
    case 'CAA':
      return { ...base, type, data: { flags: flags ?? 0, tag: (tag ?? 'issue') as 'issue', value: data } }
    case 'TXT':
      return { ...base, type, data: splitText(data) }
    default:
      return { ...base, type: type as StringAnswer['type'], data }
  }
}

/** Splits text into character strings of up to 255 bytes. */
function splitText(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) chunks.push(bytes.subarray(at, at + 255))
  return chunks.length === 0 ? [Buffer.alloc(0)] : chunks
}
