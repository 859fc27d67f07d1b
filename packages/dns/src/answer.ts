/** Answers a question from the zones (RFC 1034, section 4.3.2; RFC 2308 for negative answers). Recursion is not offered. */
import type { Answer, RecordType } from 'dns-packet'
import type { Records, Zone } from './zone.ts'
import type { Zones } from './zones.ts'

export const rcodes = { noError: 0, formatError: 1, serverFailure: 2, nameError: 3, notImplemented: 4, refused: 5 } as const

export interface Reply {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: Answer[]
  readonly authorities: Answer[]
  readonly additionals: Answer[]
}

export interface Question {
  readonly name: string
  readonly type: RecordType
}

const maxAliases = 16

/** Builds the reply to one question. Names compare without case; the answer has the name as it was asked. */
export function answerQuestion({ name: queryName, type }: Question, zones: Zones): Reply {
  const name = queryName.toLowerCase()
  const zone = zones.find(name)
  if (!zone) {
    const hosts = zones.findHost(name)
    if (hosts.length === 0) return createReply({ rcode: rcodes.refused })
    return createReply({ isAuthoritative: true, answers: rename(select(hosts, type), queryName) })
  }
  return answerFromZone(queryName, name, type, zone, zones)
}

function answerFromZone(queryName: string, name: string, type: RecordType, first: Zone, zones: Zones): Reply {
  const answers: Answer[] = []
  let [zone, target, owner]: [Zone, string, string] = [first, name, queryName]
  for (let alias = 0; alias <= maxAliases; alias += 1) {
    const delegation = zone.findDelegation(target)
    if (delegation) return createReply({ isAuthoritative: answers.length > 0, answers, ...createReferral(delegation, zone) })
    const own = zone.get(target)
    const records = own ?? zone.findWildcard(target)
    if (!records) return createReply({ rcode: rcodes.nameError, isAuthoritative: true, answers, authorities: [limitTtl(zone)] })
    const found = select(records, type)
    if (found.length > 0) {
      answers.push(...rename(found, owner))
      return createReply({ isAuthoritative: true, answers, additionals: listAddresses(found, zones) })
    }
    const [cname] = select(records, 'CNAME')
    if (!cname) return createReply({ isAuthoritative: true, answers, authorities: [limitTtl(zone)] })
    answers.push(...rename([cname], owner))
    owner = getHost(cname)
    target = owner.toLowerCase()
    const next = zones.find(target)
    if (!next) return createReply({ isAuthoritative: true, answers: [...answers, ...select(zones.findHost(target), type)] })
    zone = next
  }
  // A loop of aliases.
  return createReply({ rcode: rcodes.serverFailure, answers })
}

function createReply(parts: Partial<Reply>): Reply {
  return { rcode: rcodes.noError, isAuthoritative: false, answers: [], authorities: [], additionals: [], ...parts }
}

/** Returns the host that a CNAME or NS record names. */
function getHost(record: Answer): string {
  return 'data' in record ? String(record.data) : ''
}

function select(records: Records, type: RecordType | 'ANY'): Answer[] {
  return type === 'ANY' ? [...records] : records.filter((record) => record.type === type)
}

/** Gives records the name of the question: its letter case, or a name that a wildcard covers. */
function rename(records: Records, name: string): Answer[] {
  return records.map((record) => ({ ...record, name }))
}

/** Returns the SOA record of a negative answer, whose TTL says how long resolvers may cache it. */
function limitTtl({ soa }: Zone): Answer {
  return { ...soa, ttl: Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) }
}

function createReferral(servers: Records, zone: Zone): Pick<Reply, 'authorities' | 'additionals'> {
  const names = servers.map((server) => getHost(server).toLowerCase())
  return { authorities: [...servers], additionals: names.flatMap((name) => selectAddresses(zone.get(name) ?? [])) }
}

/** Lists the addresses of the hosts that MX, NS and SRV records name, to save the next question. */
function listAddresses(records: Records, zones: Zones): Answer[] {
  const hosts = records.flatMap((record) => {
    if (record.type === 'MX') return [record.data.exchange]
    if (record.type === 'SRV') return [record.data.target]
    return record.type === 'NS' ? [record.data] : []
  })
  return [...new Set(hosts.map((host) => host.toLowerCase()))].flatMap((host) => selectAddresses(zones.find(host)?.get(host) ?? []))
}

function selectAddresses(records: Records): Answer[] {
  return records.filter(({ type }) => type === 'A' || type === 'AAAA')
}

/** Lists a whole zone for AXFR (RFC 5936): the SOA record stands first and last. */
export function listTransfer(name: string, zones: Zones): Answer[] | undefined {
  const zone = zones.find(name.toLowerCase())
  return zone?.name === name.toLowerCase() ? [...zone.list(), zone.soa] : undefined
}
