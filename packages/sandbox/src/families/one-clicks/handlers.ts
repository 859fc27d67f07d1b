import { clusterApplications } from '../../catalog/one-clicks.ts'
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { getCluster, isRunning, listApplications, waitFor } from '../kubernetes/index.ts'
import type { Handlers } from '../family.ts'

const list: Handler<'oneClicks_list'> = ({ query: { type } }, ctx) => {
  const all = [
    ...dropletSlugs(ctx).map((slug) => ({ slug, type: 'droplet' as const })),
    ...clusterApplications.map(({ slug }) => ({ slug, type: 'kubernetes' as const })),
  ].toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  if (!type) return { '1_clicks': all }
  const found = all.filter((each) => each.type === type)
  // Clients rely on an empty object for an unknown type.
  return found.length > 0 ? { '1_clicks': found } : {}
}

/** 1-Click applications for droplets are images. */
function dropletSlugs({ engine }: AccountContext): string[] {
  const where = [{ field: 'application', equals: true, hidden: true }] as const
  return engine.list('Image', { where }).flatMap(({ slug }) => slug ?? [])
}

const install: Handler<'oneClicks_installOnKubernetes'> = ({ body }, ctx) => {
  const cluster = getCluster(ctx, body.cluster_uuid)
  const { state } = cluster.status
  // A cluster that is still being created accepts the job and runs it when it is running.
  if (state !== 'provisioning' && !isRunning(state)) throw preconditionFailed(waitFor(state))
  const slugs = [...new Set(body.addon_slugs)]
  const unknown = slugs.find((requestedSlug) => !clusterApplications.some(({ slug }) => slug === requestedSlug))
  if (unknown !== undefined) throw unprocessable(`addon_slugs: there is no application "${unknown}" for clusters.`)
  const before = listApplications(ctx, cluster.id)
  ctx.engine.setHidden('KubernetesCluster', cluster.id, { applications: [...new Set([...before, ...slugs])] })
  return { message: 'Successfully kicked off addon job.' }
}

export const handlers = { oneClicks_list: list, oneClicks_installOnKubernetes: install } satisfies Handlers
