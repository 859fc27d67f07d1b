/** Deleting a cluster together with what was made from inside it: whatever carries its tag. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { destroyCluster } from './behavior.ts'
import { type Cluster, openCluster } from './clusters.ts'
import { forgetLoadBalancer } from '../firewalls/index.ts'

const lists = ['load_balancers', 'volumes', 'volume_snapshots'] as const

type Associated = Readonly<Record<(typeof lists)[number], readonly Value[]>>

function findAssociated({ engine }: World, { id }: Cluster): Associated {
  const tag = `k8s:${id}`
  const volumes = engine.all({ kind: 'Volume', where: [{ field: 'tags[]', equals: tag, fold: true }] })
  const snapshots = volumes.flatMap((volume) =>
    engine.all({ kind: 'Snapshot', where: [{ field: 'resource_id', equals: String(volume['id']) }] }),
  )
  return {
    load_balancers: engine.all({ kind: 'LoadBalancer', where: [{ field: 'tag', equals: tag, fold: true }] }),
    volumes,
    volume_snapshots: snapshots.filter((snapshot) => snapshot['resource_type'] === 'volume'),
  }
}

const show: Behavior = (call, world) => {
  const found = findAssociated(world, openCluster(call, world))
  return { body: JSON.stringify(Object.fromEntries(lists.map((list) => [list, found[list].map(({ id, name }) => ({ id, name }))]))) }
}

const destroyChosen: Behavior = (call, world) => {
  const cluster = openCluster(call, world)
  const found = findAssociated(world, cluster)
  const body = readBody(call)
  const choose = (list: (typeof lists)[number]) =>
    [...new Set((body[list] ?? []) as readonly string[])].map((asked) => {
      const one = found[list].find(({ id }) => id === asked)
      if (!one) throw unprocessable(`${list}: "${asked}" does not belong to this cluster.`)
      return one
    })
  destroy(world, cluster, {
    load_balancers: choose('load_balancers'),
    volumes: choose('volumes'),
    volume_snapshots: choose('volume_snapshots'),
  })
  return {}
}

const destroyAll: Behavior = (call, world) => {
  const cluster = openCluster(call, world)
  destroy(world, cluster, findAssociated(world, cluster))
  return {}
}

/** The nodes go first, so that the volumes are attached to nothing of the cluster any more. */
function destroy(world: World, cluster: Cluster, chosen: Associated): void {
  const { engine } = world
  destroyCluster(world, cluster)
  for (const { id } of chosen.load_balancers) {
    engine.remove({ kind: 'LoadBalancer', id: String(id) })
    forgetLoadBalancer(world, String(id))
  }
  for (const { id } of chosen.volume_snapshots) engine.remove({ kind: 'Snapshot', id: String(id) })
  for (const { id } of chosen.volumes) {
    for (const droplet of engine.all({ kind: 'Droplet', where: [{ field: 'volume_ids[]', equals: String(id) }] })) {
      const others = (droplet['volume_ids'] as readonly unknown[]).filter((other) => other !== id)
      engine.change({ kind: 'Droplet', id: String(droplet['id']) }, { volume_ids: others })
    }
    engine.remove({ kind: 'Volume', id: String(id) })
  }
}

export const kubernetesDestroy: FamilyBehavior = {
  operations: {
    kubernetes_get_associated_resources: show,
    kubernetes_delete_with_associated_resources_selective: destroyChosen,
    kubernetes_delete_with_associated_resources_dangerous: destroyAll,
  },
}
