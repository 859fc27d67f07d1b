/** Which clusters can pull from which registries. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { type Cluster, getCluster, saveCluster } from './clusters.ts'

type Change = (before: readonly string[], names: readonly string[]) => readonly string[]

const connect: Change = (before, names) => [...new Set([...before, ...names])]
const disconnect: Change = (before, names) => before.filter((name) => !names.includes(name))

const changeToOnly =
  (change: Change): Behavior =>
  (call, world) => {
    const [only, another] = world.engine.all({ kind: 'Registry' })
    if (!only) throw preconditionFailed('The account has no container registry.')
    if (another) throw preconditionFailed('The account has several container registries. Use /v2/kubernetes/registries.')
    for (const cluster of readClusters(call, world)) connectCluster(world, cluster, change, [String(only['name'])])
    return {}
  }

const changeTo =
  (change: Change): Behavior =>
  (call, world) => {
    const names = (readBody(call)['registries'] ?? []) as readonly string[]
    if (names.some((name) => !world.engine.find({ kind: 'Registry', id: name }))) throw notFound()
    for (const cluster of readClusters(call, world)) connectCluster(world, cluster, change, names)
    return {}
  }

/** @throws Failure 404 when one is not there */
function readClusters(call: Call, world: World): readonly Cluster[] {
  const ids = new Set((readBody(call)['cluster_uuids'] ?? []) as readonly string[])
  return [...ids].map((id) => getCluster(world, id))
}

function connectCluster(world: World, cluster: Cluster, change: Change, names: readonly string[]): void {
  const registries = change((cluster['registries'] ?? []) as readonly string[], names)
  saveCluster(world, cluster.id, { registries: registries.length === 0 ? null : registries, registry_enabled: registries.length > 0 })
}

/** The registry is gone: no cluster can pull from it. */
export function disconnectAll(world: World, registry: string): void {
  for (const cluster of world.engine.all({ kind: 'KubernetesCluster', where: [{ field: 'registries[]', equals: registry }] }))
    connectCluster(world, getCluster(world, cluster['id']), disconnect, [registry])
}

export const kubernetesRegistries: FamilyBehavior = {
  operations: {
    kubernetes_add_registry: changeToOnly(connect),
    kubernetes_remove_registry: changeToOnly(disconnect),
    kubernetes_add_registries: changeTo(connect),
    kubernetes_remove_registries: changeTo(disconnect),
  },
}
