/** Load balancers: `new` until they have an address, and busy for a moment after their settings were replaced. */
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { addressV6, urnOf } from './addresses.ts'
import { syncRecords } from './dns-records.ts'
import { parseSettings } from './settings.ts'
import { assignToProject } from '../../shared/project-urns.ts'
import { ensureTags } from '../tags/index.ts'
import type { Handlers } from '../family.ts'

type LoadBalancer = Kinds['LoadBalancer']

const reply = ({ engine }: AccountContext, id: string) => ({
  load_balancer: engine.serialize('LoadBalancer', id, engine.get('LoadBalancer', id)),
})

const create: Handler<'loadBalancers_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const settings = parseSettings(ctx, body)
  const { name, forwarding_rules, health_check, sticky_sessions, vpc_uuid, firewall, droplet_ids, tag } = settings
  const required = { name, forwarding_rules, health_check, sticky_sessions, vpc_uuid, firewall, droplet_ids, tag }
  const { id } = engine.create('LoadBalancer', { ...required, project_id: '', ip: '', ipv6: '' })
  // Set, not merged with the defaults, because fields of other types must be absent.
  engine.setFields('LoadBalancer', id, settings)
  if (body.validate_only) {
    const response = reply(ctx, id)
    engine.delete('LoadBalancer', id)
    return response
  }
  if (settings.tags) engine.setFields('LoadBalancer', id, { tags: ensureTags(ctx, settings.tags) })
  engine.setHidden('LoadBalancer', id, { ip: body.ip })
  assignToProject(ctx, urnOf(id), body.project_id)
  return reply(ctx, id)
}

const replace: Handler<'loadBalancers_update'> = ({ path: { lb_id: id }, body }, ctx) => {
  const { engine } = ctx
  const before = engine.get('LoadBalancer', id)
  if (before.status === 'new' || engine.getHidden('LoadBalancer', id).busy)
    throw new Failure(403, "Load Balancer can't be updated while it processes previous actions")
  const settings = parseSettings(ctx, body, before)
  if (body.validate_only) return { load_balancer: engine.serialize('LoadBalancer', id, mergeSettings(before, settings)) }
  const tags = settings.tags && ensureTags(ctx, settings.tags)
  const after = engine.setFields('LoadBalancer', id, { ...settings, tags, ipv6: addressV6(ctx, settings, before) })
  assignToProject(ctx, urnOf(id), body.project_id)
  syncRecords(ctx, after)
  engine.setHidden('LoadBalancer', id, { busy: true })
  engine.trigger('LoadBalancer', id, 'loadBalancers_update')
  return reply(ctx, id)
}

function mergeSettings(before: LoadBalancer, settings: Changes<LoadBalancer>): LoadBalancer {
  return Object.assign({}, before, settings)
}

export const handlers = {
  loadBalancers_create: create,
  loadBalancers_update: replace,
} satisfies Handlers
