/** Parses the settings of a load balancer: adds defaults and checks that they fit together. */
import { isDeepStrictEqual } from 'node:util'
import { unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { findPrefixFor } from '../../shared/prefixes.ts'
import { parseForwardingRules } from './forwarding-rules.ts'
import { parseGlobalSettings } from './global-settings.ts'
import { listTargets, listTargetDroplets } from './targets.ts'

type LoadBalancer = Kinds['LoadBalancer']
type Request = Operations['loadBalancers_create']['body']

type RequiredSetting = 'name' | 'forwarding_rules' | 'health_check' | 'sticky_sessions' | 'vpc_uuid' | 'firewall' | 'droplet_ids' | 'tag'
type LoadBalancerSettings = Changes<LoadBalancer> & Pick<LoadBalancer, RequiredSetting | 'network_stack'>

/** @param before the load balancer when its settings are replaced @throws Failure 422 */
export function parseSettings(ctx: AccountContext, body: Request, before?: LoadBalancer): LoadBalancerSettings {
  const type = fixed('type', body.type, before?.type, 'REGIONAL')
  const isGlobal = type === 'GLOBAL'
  const region = isGlobal ? undefined : parseRegion(ctx, body, before)
  const vpc = region === undefined ? '' : parseNetwork(ctx, body, region.slug, before)
  if (body.ip && body.ip !== before?.ip) checkAddress(ctx, body.ip, region?.slug)
  const { tag = '', droplet_ids: dropletIds } = body
  // Responses contain both, and a client may send them back.
  const isAsRead = before?.tag === tag && isDeepStrictEqual(dropletIds, listTargets(ctx, before))
  if (tag !== '' && dropletIds?.length && !isAsRead) throw unprocessable('tag: send either a tag or droplet_ids, not both.')
  const rules = parseForwardingRules(body.forwarding_rules, type)
  if (rules.length === 0 && !isGlobal) throw unprocessable('forwarding_rules: at least one rule must be given.')
  return {
    name: body.name,
    ...parseSize(body),
    algorithm: body.algorithm ?? 'round_robin',
    forwarding_rules: rules,
    health_check: parseHealthCheck(body.health_check),
    sticky_sessions: parseStickySessions(body.sticky_sessions),
    redirect_http_to_https: body.redirect_http_to_https ?? false,
    enable_proxy_protocol: body.enable_proxy_protocol ?? false,
    enable_backend_keepalive: body.enable_backend_keepalive ?? false,
    http_idle_timeout_seconds: body.http_idle_timeout_seconds ?? 60,
    vpc_uuid: vpc,
    subnet_uuid: body.subnet_uuid || undefined,
    tags: body.tags?.length ? body.tags : undefined,
    disable_lets_encrypt_dns_records: body.disable_lets_encrypt_dns_records ?? false,
    firewall: { deny: body.firewall?.deny ?? [], allow: body.firewall?.allow ?? [] },
    network: isGlobal ? '' : fixed('network', body.network, before?.network, 'EXTERNAL'),
    network_stack: body.network_stack ?? 'IPV4',
    type,
    tls_cipher_policy: body.tls_cipher_policy ?? 'DEFAULT',
    region,
    droplet_ids: listTargetDroplets(ctx, tag === '' ? dropletIds : [], region && { region: region.slug, vpc }),
    tag,
    ...parseGlobalSettings(ctx, body, isGlobal),
  }
}

/** Returns a value that is fixed at create. @throws Failure 422 if the request changes it */
function fixed<Text extends string>(field: string, value: Text | undefined, before: Text | undefined, otherwise: Text): Text {
  if (before !== undefined && value && value !== before) throw unprocessable(`${field}: is ${before} and cannot be changed.`)
  return before ?? (value || otherwise)
}

function parseRegion(ctx: AccountContext, body: Request, before: LoadBalancer | undefined): LoadBalancer['region'] {
  const slug = fixed('region', body.region, before?.region?.slug, '')
  if (before) return before.region
  if (slug === '') throw unprocessable('region: must be given, unless type is GLOBAL.')
  return requireRegion(ctx, slug)
}

function parseNetwork(ctx: AccountContext, body: Request, region: string, before: LoadBalancer | undefined): string {
  const id = fixed('vpc_uuid', body.vpc_uuid, before?.vpc_uuid, '')
  return findVpcOrDefault(ctx, id, region).id
}

/** An address can only be chosen from a BYOIP prefix of the account in the region. @throws Failure 422 */
function checkAddress(ctx: AccountContext, ip: string, region: string | undefined): void {
  const { engine } = ctx
  const prefix = findPrefixFor(engine, ip)
  const balancers = [
    ...engine.list('LoadBalancer', { where: [{ field: 'ip', equals: ip }] }),
    ...engine.list('LoadBalancer', { where: [{ field: 'ip', equals: ip, hidden: true }] }),
  ]
  if (!prefix || prefix.region !== region || balancers.length > 0 || engine.find('ReservedIp', ip))
    throw unprocessable(`ip: ${ip} is not an unassigned BYOIP address of your account in ${region ?? 'this region'}.`)
}

const sizes = [
  { size: 'lb-small', units: 1 },
  { size: 'lb-medium', units: 3 },
  { size: 'lb-large', units: 6 },
] as const

/** The older sizes stand for numbers of units; other numbers have no size. */
function parseSize({ size, size_unit: sizeUnit }: Request): Changes<Pick<LoadBalancer, 'size' | 'size_unit'>> {
  const legacyUnits = sizes.find((each) => each.size === size)?.units
  if (legacyUnits !== undefined && sizeUnit !== undefined && sizeUnit !== legacyUnits)
    throw unprocessable(`size_unit: ${size} has ${legacyUnits}. Send one of size and size_unit.`)
  const units = sizeUnit ?? legacyUnits ?? 1
  return { size_unit: units, size: sizes.find((each) => each.units === units)?.size }
}

function parseHealthCheck(request: Request['health_check']): LoadBalancer['health_check'] {
  return {
    protocol: 'http',
    port: 80,
    path: request?.protocol === 'tcp' ? '' : '/',
    check_interval_seconds: 10,
    response_timeout_seconds: 5,
    unhealthy_threshold: 5,
    healthy_threshold: 3,
    ...request,
  }
}

function parseStickySessions({ type, cookie_name: name, cookie_ttl_seconds: seconds }: NonNullable<Request['sticky_sessions']> = {}) {
  if (type !== 'cookies') return { type: 'none' } as const
  if (!name) throw unprocessable('sticky_sessions.cookie_name: must be given with cookies.')
  if (seconds === undefined || seconds < 1) throw unprocessable('sticky_sessions.cookie_ttl_seconds: must be given with cookies.')
  return { type, cookie_name: name, cookie_ttl_seconds: seconds }
}
