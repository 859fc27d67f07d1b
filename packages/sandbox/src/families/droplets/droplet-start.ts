/** Creates one planned droplet, for a request, an autoscale pool or a Kubernetes node. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { DropletOwner } from '../../shared/droplet-owner.ts'
import { nextWindow } from './backups.ts'
import { chooseMachine } from './neighbors.ts'
import type { DropletPlan } from './droplet-plan.ts'

export interface DropletStart {
  readonly seconds?: number | undefined
  /** Owner that is notified when the droplet is deleted. */
  readonly owner?: DropletOwner
}

/** New, locked droplet and its create action. */
export function startDroplet(
  ctx: AccountContext,
  plan: DropletPlan,
  name: string,
  { seconds = 30, owner }: DropletStart = {},
): { readonly droplet: Kinds['Droplet']; readonly action: Kinds['Action'] } {
  const { engine, actions, clock } = ctx
  const { size, region, policy } = plan
  const { id } = engine.create(
    'Droplet',
    {
      memory: size.memory,
      vcpus: size.vcpus,
      locked: false,
      kernel: null,
      backup_ids: [],
      snapshot_ids: [],
      size_slug: size.slug,
      networks: { v4: [], v6: [] },
      name,
      disk: size.disk,
      disk_info: size.disk_info,
      gpu_info: size.gpu_info,
      features: plan.features,
      next_backup_window: policy ? nextWindow(policy, clock.now()) : null,
      image: plan.image,
      volume_ids: plan.volumes,
      size,
      region,
      tags: plan.tags,
      vpc_uuid: plan.vpc.id,
    },
    {
      hidden: { gpu: size.gpu_info !== undefined, policy, isPublic: plan.isPublic, owner, machine: chooseMachine(ctx, region) },
    },
  )
  const key = keyOf('Droplet', id)
  for (const volume of plan.volumes) engine.setFields('Volume', volume, { droplet_ids: [id] })
  const action = actions.start({
    type: 'create',
    key,
    resourceType: 'droplet',
    resourceId: id,
    region,
    seconds,
    locks: [key],
    onComplete: 'droplets.completeCreate',
    onFail: 'droplets.undoFailedCreate',
    payload: { id },
  })
  return { droplet: engine.get('Droplet', id), action }
}
