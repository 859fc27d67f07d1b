/** Deletion of a cluster with the resources that its workloads created, which have its tag. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { openCluster } from './clusters.ts'
import type { Handlers } from '../family.ts'

interface Named {
  readonly id: string
  readonly name: string
}

type List = 'load_balancers' | 'volumes' | 'volume_snapshots'

type Associated = Readonly<Record<List, Named[]>>

function findAssociated({ engine }: AccountContext, cluster: string): Associated {
  const equals = `k8s:${cluster}`
  const volumes = engine.list('Volume', { where: [{ field: 'tags[]', equals, ignoreCase: true }] })
  const snapshots = volumes.flatMap(({ id }) => engine.list('Snapshot', { where: [{ field: 'resource_id', equals: id }] }))
  return {
    load_balancers: engine.list('LoadBalancer', { where: [{ field: 'tag', equals, ignoreCase: true }] }).map(pickName),
    volumes: volumes.map(pickName),
    volume_snapshots: snapshots.filter((snapshot) => snapshot.resource_type === 'volume').map(pickName),
  }
}

const pickName = ({ id, name }: Named): Named => ({ id, name })

const listAssociated: Handler<'kubernetes_associatedResources_list'> = (call, ctx) => findAssociated(ctx, openCluster(call, ctx).id)

const destroyChosen: Handler<'kubernetes_associatedResources_deleteSelected'> = (call, ctx) => {
  const { id: cluster } = openCluster(call, ctx)
  const found = findAssociated(ctx, cluster)
  const choose = (list: keyof Operations['kubernetes_associatedResources_deleteSelected']['body']) =>
    [...new Set(call.body[list])].map((requestedId) => {
      const one = found[list].find(({ id }) => id === requestedId)
      if (!one) throw unprocessable(`${list}: "${requestedId}" does not belong to this cluster.`)
      return one
    })
  destroy(ctx, cluster, {
    load_balancers: choose('load_balancers'),
    volumes: choose('volumes'),
    volume_snapshots: choose('volume_snapshots'),
  })
}

const destroyAll: Handler<'kubernetes_associatedResources_deleteAll'> = (call, ctx) => {
  const { id } = openCluster(call, ctx)
  destroy(ctx, id, findAssociated(ctx, id))
}

/** The nodes are deleted first, so that no volume is attached to the cluster any more. */
function destroy(ctx: AccountContext, cluster: string, selected: Associated): void {
  const { engine } = ctx
  engine.delete('KubernetesCluster', cluster)
  for (const { id } of selected.load_balancers) {
    engine.delete('LoadBalancer', id)
  }
  for (const { id } of selected.volume_snapshots) engine.delete('Snapshot', id)
  for (const { id } of selected.volumes) {
    for (const droplet of engine.list('Droplet', { where: [{ field: 'volume_ids[]', equals: id }] }))
      engine.setFields('Droplet', droplet.id, { volume_ids: droplet.volume_ids.filter((other) => other !== id) })
    engine.delete('Volume', id)
  }
}

export const destroyHandlers = {
  kubernetes_associatedResources_list: listAssociated,
  kubernetes_associatedResources_deleteSelected: destroyChosen,
  kubernetes_associatedResources_deleteAll: destroyAll,
} satisfies Handlers
