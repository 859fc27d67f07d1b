/** Settings of global load balancers. */
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { isAccountHost } from '../../shared/account-domains.ts'
import { listTargetBalancers } from './targets.ts'

const fields = ['domains', 'glb_settings', 'target_load_balancer_ids'] as const

type Request = Pick<Operations['loadBalancers_create']['body'], (typeof fields)[number]>
type Domain = NonNullable<Kinds['LoadBalancer']['domains']>[number]

/** @throws Failure 422 when one that is not global is given any of it */
export function parseGlobalSettings(
  ctx: AccountContext,
  body: Request,
  isGlobal: boolean,
): Pick<Kinds['LoadBalancer'], (typeof fields)[number]> {
  if (!isGlobal) {
    const globalField = fields.find((field) => Object.keys(body[field] ?? {}).length > 0)
    if (globalField !== undefined) throw unprocessable(`${globalField}: is only for a load balancer of type GLOBAL.`)
    return {}
  }
  const domains = (body.domains ?? []).map((domain, index) => parseDomain(ctx, domain, `domains.${index}`))
  const settings = body.glb_settings
  for (const slug of Object.keys(settings?.region_priorities ?? {})) {
    if (!ctx.engine.find('Region', slug)) throw unprocessable(`glb_settings.region_priorities: there is no region "${slug}".`)
  }
  return {
    domains,
    glb_settings: { ...settings },
    target_load_balancer_ids: listTargetBalancers(ctx, body.target_load_balancer_ids),
  }
}

function parseDomain(ctx: AccountContext, domain: NonNullable<Request['domains']>[number], path: string): Domain {
  const { name, is_managed = false, certificate_id } = domain
  if (is_managed && !isAccountHost(ctx, name)) throw unprocessable(`${path}.name: the DNS of "${name}" is not managed in this account.`)
  if (!certificate_id) return { name, is_managed }
  return { name, is_managed, certificate_id }
}
