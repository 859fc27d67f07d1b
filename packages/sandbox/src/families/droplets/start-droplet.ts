/** Makes one droplet of a plan, for a request or for whatever keeps droplets of its own: autoscale pools, Kubernetes nodes. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { DropletOwner } from '../../shared/droplet-owner.ts'
import { nextWindow } from './backups.ts'
import { chooseMachine } from './neighbors.ts'
import type { DropletPlan } from './plan-droplets.ts'

export interface DropletStart {
  readonly seconds?: number | undefined
  /** Whoever is to be told when somebody deletes it. */
  readonly owner?: DropletOwner
}

/** The droplet, still new and locked, and the action that boots it. */
export function startDroplet(
  world: World,
  plan: DropletPlan,
  name: string,
  { seconds = 30, owner }: DropletStart = {},
): { readonly droplet: Value; readonly action: Value } {
  const { engine, actions, clock } = world
  const { size, region, policy } = plan
  const { id } = engine.create(
    'Droplet',
    {
      name,
      memory: size['memory'],
      vcpus: size['vcpus'],
      disk: size['disk'],
      disk_info: size['disk_info'],
      gpu_info: size['gpu_info'],
      features: plan.features,
      next_backup_window: policy ? nextWindow(policy, clock.now()) : null,
      image: plan.image,
      volume_ids: plan.volumes,
      size,
      size_slug: size['slug'],
      region,
      tags: plan.tags,
      vpc_uuid: plan.vpc['id'],
    },
    {
      lifecycle: false,
      hidden: { gpu: size['gpu_info'] !== undefined, policy, isPublic: plan.isPublic, owner, machine: chooseMachine(world, region) },
    },
  )
  const key = { kind: 'Droplet', id: String(id) }
  const numeric = Number(id)
  for (const volume of plan.volumes) engine.change({ kind: 'Volume', id: volume }, { droplet_ids: [numeric] })
  const action = actions.start({
    type: 'create',
    key,
    resourceType: 'droplet',
    resourceId: numeric,
    region,
    seconds,
    locks: [key],
    done: 'droplets.boot',
    failed: 'droplets.vanish',
    payload: { id },
  })
  return { droplet: engine.get(key), action: { ...action } }
}
