/** Which clusters can pull from which registries. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { type Cluster, getCluster, saveCluster } from './clusters.ts'

type Change = (before: readonly string[], names: readonly string[]) => string[]

const connect: Change = (before, names) => [...new Set([...before, ...names])]
const disconnect: Change = (before, names) => before.filter((name) => !names.includes(name))

const changeToOnly =
  (change: Change): Behavior<'kubernetes_registry_add' | 'kubernetes_registry_remove'> =>
  ({ body }, world) => {
    const [only, another] = world.engine.all('Registry')
    if (!only) throw preconditionFailed('The account has no container registry.')
    if (another) throw preconditionFailed('The account has several container registries. Use /v2/kubernetes/registries.')
    changeClusters(body, world, change, [only.name])
  }

const changeTo =
  (change: Change): Behavior<'kubernetes_registries_add' | 'kubernetes_registries_remove'> =>
  ({ body }, world) => {
    const names = body?.registries ?? []
    if (names.some((name) => !world.engine.find('Registry', name))) throw notFound()
    changeClusters(body, world, change, names)
  }

/** @throws Failure 404 when one of the clusters is not there */
function changeClusters(body: Call<'kubernetes_registry_add'>['body'], world: World, change: Change, names: readonly string[]): void {
  const ids = new Set(body?.cluster_uuids)
  for (const cluster of [...ids].map((id) => getCluster(world, id))) changeCluster(world, cluster, change, names)
}

function changeCluster(world: World, { id, registries: before }: Cluster, change: Change, names: readonly string[]): void {
  const registries = change(before ?? [], names)
  saveCluster(world, id, { registries: registries.length === 0 ? null : registries, registry_enabled: registries.length > 0 })
}

export const kubernetesRegistries: FamilyBehavior = {
  behaviors: {
    kubernetes_registry_add: changeToOnly(connect),
    kubernetes_registry_remove: changeToOnly(disconnect),
    kubernetes_registries_add: changeTo(connect),
    kubernetes_registries_remove: changeTo(disconnect),
  },
  kinds: {
    Registry: {
      // No cluster can pull from it any more.
      removed: ({ name }, _key, world) => {
        for (const cluster of world.engine.all('KubernetesCluster', { where: [{ field: 'registries[]', equals: name }] }))
          changeCluster(world, cluster, disconnect, [name])
      },
    },
  },
}
