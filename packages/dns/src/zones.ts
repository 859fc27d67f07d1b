/** All names that the server answers: zones of domains, hosts of the platform, and addresses (reverse lookup). */
import type { Answer } from 'dns-packet'
import type { Resource, ResourceChange } from '@spindrift/sandbox'
import { type DomainRecord, Zone, getParent } from './zone.ts'

/** Kinds of resources with names. */
export const kinds = ['Domain', 'DomainRecord', 'App', 'DatabaseCluster', 'DatabaseReplica', 'Droplet', 'ReservedIp']

/** TTL of names that no domain has, in seconds. */
const hostTtl = 30

interface DomainEntry {
  readonly records: Map<string, DomainRecord>
  /** Built when it is first needed after a change. */
  zone: Zone | undefined
  serial: number
}

export class Zones {
  /** Domains by name, which is unique on the platform. */
  readonly #domains = new Map<string, DomainEntry>()
  /** Records of names that no domain has, by resource: hosts of apps and databases, and names of addresses. */
  readonly #hosts = new Map<string, readonly Answer[]>()
  /** The same by name; built when it is first needed after a change. */
  #hostsByName: ReadonlyMap<string, readonly Answer[]> | undefined
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  clear(): void {
    this.#domains.clear()
    this.#hosts.clear()
    this.#hostsByName = undefined
  }

  /** Domains must be before their records. */
  apply(changes: readonly ResourceChange[]): void {
    for (const { before, after } of changes) {
      if (after) this.#set(after)
      else if (before) this.#remove(before)
    }
  }

  /** Returns the zone with the longest name that contains a name. */
  find(name: string): Zone | undefined {
    for (let at = name; at !== ''; at = getParent(at)) {
      const entry = this.#domains.get(at)
      if (entry) return (entry.zone ??= new Zone(at, [...entry.records.values()], this.#nextSerial(entry)))
    }
    return undefined
  }

  /** Returns the records of a name that no domain contains: hosts of the platform and `localhost`, and names of addresses. */
  findHost(name: string): readonly Answer[] {
    if (name === 'localhost' || name.endsWith('.localhost')) return toLoopback(name)
    this.#hostsByName ??= Map.groupBy([...this.#hosts.values()].flat(), (host) => host.name)
    return this.#hostsByName.get(name) ?? []
  }

  #set(resource: Resource): void {
    const { kind, id, value } = resource
    if (kind === 'Domain') this.#createDomain(id.toLowerCase())
    else if (kind === 'DomainRecord') {
      const entry = this.#findDomain(resource)
      entry?.records.set(id, value as unknown as DomainRecord)
      if (entry) entry.zone = undefined
    } else {
      this.#hosts.set(
        formatKey(resource),
        kind === 'Droplet' || kind === 'ReservedIp' ? listPointers(value) : listHosts(value).flatMap(toLoopback),
      )
      this.#hostsByName = undefined
    }
  }

  #remove(resource: Resource): void {
    const { kind, id } = resource
    if (kind === 'Domain') this.#domains.delete(id.toLowerCase())
    else if (kind === 'DomainRecord') {
      const entry = this.#findDomain(resource)
      entry?.records.delete(id)
      if (entry) entry.zone = undefined
    } else {
      // The replicas of a database are deleted with it.
      for (const key of this.#hosts.keys()) if (key.startsWith(formatKey(resource))) this.#hosts.delete(key)
      this.#hostsByName = undefined
    }
  }

  #createDomain(name: string): void {
    if (!this.#domains.has(name)) this.#domains.set(name, { records: new Map(), zone: undefined, serial: 0 })
  }

  #findDomain({ parent }: Resource): DomainEntry | undefined {
    return this.#domains.get(decodeURIComponent(parent.split('/')[1] ?? '').toLowerCase())
  }

  /** The serial number of a zone grows with every change. */
  #nextSerial(entry: DomainEntry): number {
    entry.serial = Math.max(entry.serial + 1, Math.floor(this.#now() / 1000))
    return entry.serial
  }
}

/** Key of a resource, which begins with the key of the one that contains it. */
function formatKey({ account, kind, parent, id }: Resource): string {
  return `${account}/${parent}${kind}/${id}/`
}

/** Services behind the API listen on this machine. */
function toLoopback(name: string): Answer[] {
  return [
    { name, type: 'A', ttl: hostTtl, data: '127.0.0.1' },
    // Only names below `localhost` must have both (RFC 6761); databases listen on IPv4.
    ...(name.endsWith('localhost') ? [{ name, type: 'AAAA' as const, ttl: hostTtl, data: '::1' }] : []),
  ]
}

/** Lists PTR records of the public addresses of a droplet or reserved IP. The droplet's name must be a host name with a dot. */
function listPointers(value: Resource['value']): Answer[] {
  const droplet = (value['droplet'] ?? value) as { readonly name?: unknown; readonly networks?: { readonly v4?: readonly Network[] } }
  const target = String(droplet.name ?? '').toLowerCase()
  if (!target.includes('.')) return []
  const own = (droplet.networks?.v4 ?? []).flatMap(({ ip_address: address, type }) => (type === 'public' ? [address] : []))
  const addresses = typeof value['ip'] === 'string' ? [value['ip']] : own
  return addresses.map((address) => ({
    name: `${address.split('.').toReversed().join('.')}.in-addr.arpa`,
    type: 'PTR',
    ttl: hostTtl,
    data: target,
  }))
}

interface Network {
  readonly ip_address: string
  readonly type: string
}

/** Lists the host names of an app or a database. */
function listHosts(value: Resource['value']): readonly string[] {
  const ingress = URL.parse(String(value['default_ingress'] ?? ''))?.hostname
  const hosts = Object.values(value).map((field) => (field as { readonly host?: unknown } | null)?.host)
  return [ingress, ...hosts].flatMap((host) => (typeof host === 'string' && host !== '' ? [host.toLowerCase()] : []))
}
