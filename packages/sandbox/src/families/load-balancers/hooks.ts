import type { Call } from '../../engine/call.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { removeRecords } from './dns-records.ts'
import { listTargets } from './targets.ts'
import { getProjectId } from '../../shared/project-urns.ts'
import { urnOf } from './urn.ts'

/** Clients repeat the parameter, or separate values with commas. */
function findWanted(given: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return given?.length ? new Set(given.flatMap((text) => text.split(','))) : undefined
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
  afterDelete: ({ id }, _key, ctx, { records = [] }) => {
    removeRecords(ctx, records)
    const { engine } = ctx
    for (const global of engine.list('LoadBalancer', { where: [{ field: 'target_load_balancer_ids[]', equals: id }] })) {
      const others = global.target_load_balancer_ids?.filter((other) => other !== id)
      engine.setFields('LoadBalancer', global.id, { target_load_balancer_ids: others })
    }
  },
}

/** A load balancer keeps a deleted tag, because droplets may get it again. */
function removeDroplet({ engine }: AccountContext, id: number): void {
  for (const { id: balancer, droplet_ids: ids } of engine.list('LoadBalancer', { where: [{ field: 'droplet_ids[]', equals: id }] })) {
    engine.setFields('LoadBalancer', balancer, { droplet_ids: ids.filter((other) => other !== id) })
  }
}

export const hooks: HooksByKind = { LoadBalancer: loadBalancer, Droplet: { afterDelete: ({ id }, _key, ctx) => removeDroplet(ctx, id) } }
