import { clusterApplications } from '../../catalogue/one-clicks.ts'
import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { clusterKey, getCluster, isRunning, waitFor } from '../kubernetes/index.ts'

const list: Behavior = (call, world) => {
  const { type } = call.query
  const all = [
    ...dropletSlugs(world).map((slug) => ({ slug, type: 'droplet' })),
    ...clusterApplications.map(({ slug }) => ({ slug, type: 'kubernetes' })),
  ].toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const wanted = type === 'droplet' || type === 'kubernetes' ? all.filter((each) => each.type === type) : all
  return { body: JSON.stringify({ '1_clicks': wanted }) }
}

/** Applications for droplets are images that droplets can be made of. */
function dropletSlugs({ engine }: World): string[] {
  const where = [{ field: 'application', equals: true, hidden: true }]
  return engine.all({ kind: 'Image', where }).flatMap(({ slug }) => (typeof slug === 'string' ? [slug] : []))
}

const install: Behavior = (call, world) => {
  const body = readBody(call)
  const cluster = getCluster(world, body['cluster_uuid'])
  if (!isRunning(cluster.status.state)) throw preconditionFailed(waitFor(cluster.status.state))
  const slugs = [...new Set(body['addon_slugs'] as readonly string[])]
  const unknown = slugs.find((asked) => !clusterApplications.some(({ slug }) => slug === asked))
  if (unknown !== undefined) throw unprocessable(`addon_slugs: there is no application "${unknown}" for clusters.`)
  const before = installedIn(world, cluster.id)
  world.engine.hide(clusterKey(cluster.id), { applications: [...new Set([...before, ...slugs])] })
  const count = slugs.length === 1 ? '1 application' : `${slugs.length} applications`
  return { body: JSON.stringify({ message: `Installing ${count} into ${cluster.name}.` }) }
}

/** The slugs of the applications in a cluster. */
export function installedIn({ engine }: World, cluster: string): readonly string[] {
  return (engine.hidden(clusterKey(cluster))['applications'] ?? []) as readonly string[]
}

export const oneClicks: FamilyBehavior = { operations: { oneClicks_list: list, oneClicks_install_kubernetes: install } }
