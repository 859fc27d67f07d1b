import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { covers } from '../certificates/index.ts'
import type { FamilyBehavior } from '../family.ts'

const keyOf = (call: Call): Key => ({ kind: 'CdnEndpoint', id: String(call.path['cdn_id']) })

const create: Behavior = (call, world) => {
  const { origin: given, ttl, ...rest } = readBody(call)
  const origin = String(given).toLowerCase()
  const fields = { origin, endpoint: endpointOf(origin), ttl: ttl === 0 ? undefined : ttl, ...readSubdomain(world, rest, {}) }
  return { body: JSON.stringify({ endpoint: world.engine.create('CdnEndpoint', fields) }) }
}

const update: Behavior = (call, world) => {
  const before = world.engine.get(keyOf(call))
  const { ttl, ...rest } = readBody(call)
  const fields = { ttl: ttl ?? before['ttl'], ...readSubdomain(world, rest, before) }
  return { body: JSON.stringify({ endpoint: world.engine.change(keyOf(call), fields) }) }
}

/** `covers.nyc3.digitaloceanspaces.com` → `covers.nyc3.cdn.digitaloceanspaces.com` */
function endpointOf(origin: string): string {
  const [, space, domain] = /^([a-z0-9][a-z0-9-]*\.[a-z]+\d+)\.(digitaloceanspaces\.com)$/.exec(origin) ?? []
  if (space === undefined) throw unprocessable('invalid origin')
  return `${space}.cdn.${domain}`
}

/** Subdomain and certificate come and go together; what is not sent stays. @throws Failure 422 */
function readSubdomain({ engine }: World, sent: Value, before: Value): Value {
  const value = (field: string) => (sent[field] === undefined ? before[field] : sent[field]) || undefined
  const fields = { custom_domain: value('custom_domain'), certificate_id: value('certificate_id') }
  const { custom_domain: domain, certificate_id: id } = fields
  if (domain === undefined && id === undefined) return fields
  if (id === undefined) throw unprocessable('certificate_id: must be given with custom_domain.')
  if (domain === undefined) throw unprocessable('custom_domain: must be given with certificate_id.')
  if (!isHostName.test(String(domain))) throw unprocessable('custom_domain: is not a full host name.')
  const certificate = engine.find({ kind: 'Certificate', id: String(id) })
  if (!certificate) throw unprocessable(`certificate_id: there is no certificate "${String(id)}".`)
  if (!covers(certificate, String(domain))) throw unprocessable(`certificate_id: the certificate does not cover "${String(domain)}".`)
  return fields
}

const isHostName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i

/** Nothing is cached in a sandbox, so there is nothing to drop. */
const purge: Behavior = (call, { engine }) => {
  engine.text(keyOf(call))
  return {}
}

export const cdnEndpoints: FamilyBehavior = {
  operations: { cdnEndpoints_create: create, cdnEndpoints_update: update, cdnEndpoints_purge_cache: purge },
}
