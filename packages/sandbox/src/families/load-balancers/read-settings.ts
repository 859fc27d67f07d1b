/** Reads what a load balancer is told: complete, with the defaults of whatever is left out, and fitting together. */
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { openRegion } from '../../shared/open-region.ts'
import { readVpc } from '../../shared/read-vpc.ts'
import { readForwardingRules } from './forwarding-rules.ts'
import { readGlobalSettings } from './global-settings.ts'
import { readTargetDroplets } from './targets.ts'

/** @param before the load balancer when its settings are replaced @throws Failure 422 */
export function readSettings(world: World, body: Value, before?: Value): Value {
  const type = fixed('type', body, before?.['type'], 'REGIONAL')
  const isGlobal = type === 'GLOBAL'
  const region = isGlobal ? undefined : readRegion(world, body, before)
  const vpc = region === undefined ? '' : readNetwork(world, body, String(region['slug']), before)
  const tag = String(body['tag'] ?? '')
  const dropletIds = body['droplet_ids'] ?? []
  if (tag !== '' && (dropletIds as readonly unknown[]).length > 0) throw unprocessable('tag: send either a tag or droplet_ids, not both.')
  const rules = readForwardingRules(world, body['forwarding_rules'], type)
  if (rules.length === 0 && !isGlobal) throw unprocessable('forwarding_rules: at least one rule must be given.')
  return {
    name: body['name'],
    ...readSize(body),
    algorithm: body['algorithm'] ?? 'round_robin',
    forwarding_rules: rules,
    health_check: readHealthCheck(body['health_check']),
    sticky_sessions: readStickySessions(body['sticky_sessions']),
    redirect_http_to_https: body['redirect_http_to_https'] ?? false,
    enable_proxy_protocol: body['enable_proxy_protocol'] ?? false,
    enable_backend_keepalive: body['enable_backend_keepalive'] ?? false,
    http_idle_timeout_seconds: body['http_idle_timeout_seconds'] ?? 60,
    vpc_uuid: vpc,
    subnet_uuid: body['subnet_uuid'] === '' ? undefined : body['subnet_uuid'],
    tags: ((body['tags'] ?? []) as readonly unknown[]).length === 0 ? undefined : body['tags'],
    disable_lets_encrypt_dns_records: body['disable_lets_encrypt_dns_records'] ?? false,
    firewall: readFirewall(body['firewall']),
    network: isGlobal ? '' : fixed('network', body, before?.['network'], 'EXTERNAL'),
    network_stack: body['network_stack'] ?? 'IPV4',
    type,
    tls_cipher_policy: body['tls_cipher_policy'] ?? 'DEFAULT',
    region,
    droplet_ids: readTargetDroplets(world, dropletIds, region && { region: String(region['slug']), vpc }),
    tag,
    ...readGlobalSettings(world, body, isGlobal),
  }
}

/** What is settled when it is made. Left out it stays. */
function fixed(field: string, body: Value, before: unknown, otherwise: string): unknown {
  const given = body[field] === '' ? undefined : body[field]
  if (before !== undefined && given !== undefined && given !== before)
    throw unprocessable(`${field}: is ${String(before)} and cannot be changed.`)
  return before ?? given ?? otherwise
}

function readRegion(world: World, body: Value, before: Value | undefined): Value {
  const slug = fixed('region', body, (before?.['region'] as Value | undefined)?.['slug'], '')
  if (before) return before['region'] as Value
  if (slug === '') throw unprocessable('region: must be given, unless type is GLOBAL.')
  return { ...openRegion(world, slug) }
}

function readNetwork(world: World, body: Value, region: string, before: Value | undefined): string {
  const id = fixed('vpc_uuid', body, before?.['vpc_uuid'], '')
  return String((id === '' ? ensureDefaultVpc(world, region) : readVpc(world, 'vpc_uuid', id, region))['id'])
}

const unitsOf: Readonly<Record<string, number>> = { 'lb-small': 1, 'lb-medium': 3, 'lb-large': 6 }

/** The older sizes are names of some numbers of units; the others have none. */
function readSize({ size, size_unit: sent }: Value): Value {
  const named = typeof size === 'string' ? unitsOf[size] : undefined
  if (named !== undefined && typeof sent === 'number' && sent !== named)
    throw unprocessable(`size_unit: ${String(size)} has ${named}. Send one of size and size_unit.`)
  const units = sent ?? named ?? 1
  return { size_unit: units, size: Object.keys(unitsOf).find((name) => unitsOf[name] === units) }
}

function readHealthCheck(given: unknown): Value {
  const sent = Object.fromEntries(Object.entries((given ?? {}) as Value).filter(([, value]) => value !== null && value !== 0))
  const check: Value = {
    protocol: 'http',
    port: 80,
    path: sent['protocol'] === 'tcp' ? '' : '/',
    check_interval_seconds: 10,
    response_timeout_seconds: 5,
    unhealthy_threshold: 5,
    healthy_threshold: 3,
    ...sent,
  }
  for (const [field, value] of Object.entries(check)) {
    if (typeof value === 'number' && value < 1) throw unprocessable(`health_check.${field}: must be at least 1.`)
  }
  return check
}

function readStickySessions(given: unknown): Value {
  const { type = 'none', cookie_name: name, cookie_ttl_seconds: seconds } = (given ?? {}) as Value
  if (type !== 'cookies') return { type: 'none' }
  if (typeof name !== 'string' || name === '') throw unprocessable('sticky_sessions.cookie_name: must be given with cookies.')
  if (typeof seconds !== 'number' || seconds < 1) throw unprocessable('sticky_sessions.cookie_ttl_seconds: must be given with cookies.')
  return { type, cookie_name: name, cookie_ttl_seconds: seconds }
}

function readFirewall(given: unknown): Value {
  const { deny, allow } = (given ?? {}) as Readonly<Record<string, readonly string[] | null | undefined>>
  const lists = { deny: deny ?? [], allow: allow ?? [] }
  for (const [list, sources] of Object.entries(lists)) {
    const wrong = sources.find((source) => !/^(ip:[\da-f.:]+|cidr:[\da-f.:]+\/\d{1,3})$/i.test(source))
    if (wrong !== undefined) throw unprocessable(`firewall.${list}: "${wrong}" is neither ip: with an address nor cidr: with a network.`)
  }
  return lists
}
