import type { Call } from '../../engine/call.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import { syncRecords, removeRecords } from './dns-records.ts'
import { parseForwardingRules, removeForwardingRules } from './forwarding-rules.ts'
import { listTargetDroplets, listTargets } from './targets.ts'
import { getProjectId } from '../../shared/project-urns.ts'
import { assignAddresses, urnOf } from './addresses.ts'

/** Clients repeat the parameter, or separate values with commas. */
function findWanted(values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return values?.length ? new Set(values.flatMap((text) => text.split(','))) : undefined
}

/** @throws Failure 422 when a tag selects the droplets, or none are named */
function checkChosenDroplets({ tag }: Kinds['LoadBalancer'], ids: readonly number[]): void {
  if (tag !== '') throw unprocessable('droplet_ids: the droplets of this load balancer are chosen by its tag.')
  if (ids.length === 0) throw unprocessable('need to provide either a tag or a list of droplets')
}

const loadBalancer: ResourceHooks<'LoadBalancer'> = {
  // A tag selects all droplets that have it.
  listQuery: ({ query }: Call<'loadBalancers_list'>, { engine }) => {
    const names = findWanted(query.names)
    const ids = findWanted(query.uuids)
    const found = names
      ? [...names].flatMap((name) => engine.findUnique('LoadBalancer', [name]) ?? [])
      : ids && [...ids].flatMap((id) => engine.find('LoadBalancer', id) ?? [])
    const newestFirst = found?.filter(({ id }) => ids?.has(id) ?? true).toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    return { values: newestFirst }
  },
  /** Adds the project and, for a tag, the current droplets. */
  serialize: (balancer, _key, ctx, { call }) => ({
    ...balancer,
    project_id: getProjectId(ctx, urnOf(balancer.id)),
    droplet_ids: listTargets(ctx, balancer, call),
    // Absent without any, also after the last one was removed.
    tags: balancer.tags?.length ? balancer.tags : undefined,
  }),
  operations: {
    loadBalancers_purgeCache: (_call, _ctx, { glb_settings: settings }) => {
      if (!settings?.cdn?.is_enabled) throw unprocessable('The load balancer has no CDN switched on.')
    },
    loadBalancers_droplets_add: ({ body: { droplet_ids: added } }, ctx, before) => {
      const { region, vpc_uuid: vpc, droplet_ids: ids } = before
      checkChosenDroplets(before, added)
      return { set: { droplet_ids: [...new Set([...ids, ...listTargetDroplets(ctx, added, region && { region: region.slug, vpc })])] } }
    },
    loadBalancers_droplets_remove: ({ body: { droplet_ids: removedIds } }, _ctx, before) => {
      checkChosenDroplets(before, removedIds)
      return { set: { droplet_ids: before.droplet_ids.filter((id) => !removedIds.includes(id)) } }
    },
    loadBalancers_forwardingRules_add: ({ body }, ctx, { forwarding_rules: rules, type }) => ({
      set: { forwarding_rules: [...rules, ...parseForwardingRules(body.forwarding_rules, type, rules)] },
    }),
    loadBalancers_forwardingRules_remove: ({ body }, _ctx, { forwarding_rules: rules }) => ({
      set: { forwarding_rules: removeForwardingRules(rules, body.forwarding_rules) },
    }),
  },
  onEnter: {
    active: (balancer, key, ctx, { trigger }) => {
      ctx.engine.setHidden('LoadBalancer', key, { busy: false })
      if (trigger === 'loadBalancers_update') return {}
      const addresses = assignAddresses(ctx, balancer)
      syncRecords(ctx, { ...balancer, ...addresses })
      return addresses
    },
  },
  // A new load balancer has no address for records yet.
  afterUpdate: (value, _key, ctx, before) => {
    const { status, forwarding_rules: rules } = value
    if (before && before.forwarding_rules !== rules && status === 'active') syncRecords(ctx, value)
  },
  afterDelete: (_value, _key, ctx, { records = [] }) => removeRecords(ctx, records),
}

export const hooks: HooksByKind = { LoadBalancer: loadBalancer }
