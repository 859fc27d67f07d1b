/** Access to a cluster. No API server runs behind the endpoint; only the credentials are emulated. */
import { clusterAuthority } from '../../catalog/cluster-authority.ts'
import { answerMedia } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Cluster, getCluster, openCluster, waitFor } from './clusters.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import type { Handlers } from '../family.ts'

const maxSeconds = 7 * 24 * 3600

const authority = Buffer.from(clusterAuthority).toString('base64')

const getKubeconfig: Handler<'kubernetes_clusters_getKubeconfig'> = ({ path, query }, ctx) => {
  const cluster = openReady(path.cluster_id, ctx)
  const { sso } = cluster
  if (query.type !== 'sso') return answerMedia('application/yaml', formatKubeconfig(cluster, authority, { token: createToken(ctx) }))
  if (!sso?.enabled) throw unprocessable('type: single sign-on is not set up for this cluster.')
  const user = { issuer: `${sso.issuer_url}`, client: `${sso.client_id}` }
  return answerMedia('application/yaml', formatKubeconfig(cluster, authority, user))
}

const getCredentials: Handler<'kubernetes_clusters_getCredentials'> = ({ path, query }, ctx) => {
  const { endpoint } = openReady(path.cluster_id, ctx)
  const seconds = Math.min(query.expiry_seconds || maxSeconds, maxSeconds)
  const expires = new Date(ctx.clock.now() + seconds * 1000)
  return {
    server: endpoint,
    certificate_authority_data: authority,
    client_certificate_data: null,
    client_key_data: null,
    token: createToken(ctx),
    expires_at: `${expires.toISOString().slice(0, 19)}Z`,
  }
}

const getUser: Handler<'kubernetes_clusters_getUser'> = (call, ctx) => {
  openCluster(call, ctx)
  const [account] = ctx.engine.list('Account')
  const user = { username: account?.email ?? '', groups: ['spindrift:authenticated', 'spindrift:cluster-admins'] }
  return { kubernetes_cluster_user: user }
}

/** @throws Failure 412 before the control plane has an address */
function openReady(id: string, ctx: AccountContext): Cluster {
  const cluster = getCluster(ctx, id)
  if (cluster.endpoint === '') throw preconditionFailed(waitFor(cluster.status.state))
  return cluster
}

const createToken = ({ ids }: AccountContext): string => `dop_v1_${ids.hex(64)}`

export const accessHandlers = {
  kubernetes_clusters_getKubeconfig: getKubeconfig,
  kubernetes_clusters_getCredentials: getCredentials,
  kubernetes_clusters_getUser: getUser,
} satisfies Handlers
