/** Signing in to a cluster. There is no API server behind the endpoint: what is here is only what clients are given. */
import { clusterAuthority } from '../../catalogue/cluster-authority.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { isRecord } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { type Cluster, openCluster, waitFor } from './clusters.ts'
import { writeKubeconfig } from './write-kubeconfig.ts'

const mostSeconds = 7 * 24 * 3600

const authority = Buffer.from(clusterAuthority).toString('base64')

const getKubeconfig: Behavior = (call, world) => {
  const cluster = openReady(call, world)
  const { sso } = cluster
  if (call.query['type'] === 'sso') {
    if (!isRecord(sso) || sso['enabled'] !== true) throw unprocessable('type: single sign-on is not set up for this cluster.')
    const user = { issuer: String(sso['issuer_url']), client: String(sso['client_id']) }
    return { type: 'application/yaml', body: writeKubeconfig(cluster, authority, user) }
  }
  return { type: 'application/yaml', body: writeKubeconfig(cluster, authority, { token: makeToken(world) }) }
}

const getCredentials: Behavior = (call, world) => {
  const { endpoint } = openReady(call, world)
  const asked = Number(call.query['expiry_seconds'] ?? 0)
  const seconds = asked === 0 ? mostSeconds : Math.min(asked, mostSeconds)
  const expires = new Date(world.clock.now() + seconds * 1000)
  const credentials = {
    server: endpoint,
    certificate_authority_data: authority,
    client_certificate_data: null,
    client_key_data: null,
    token: makeToken(world),
    expires_at: `${expires.toISOString().slice(0, 19)}Z`,
  }
  return { body: JSON.stringify(credentials) }
}

const getUser: Behavior = (call, world) => {
  openCluster(call, world)
  const [account] = world.engine.all({ kind: 'Account' })
  const user = { username: account?.['email'], groups: ['spindrift:authenticated', 'spindrift:cluster-admins'] }
  return { body: JSON.stringify({ kubernetes_cluster_user: user }) }
}

/** @throws Failure 412 before the control plane has an address */
function openReady(call: Call, world: World): Cluster {
  const cluster = openCluster(call, world)
  if (cluster.endpoint === '') throw preconditionFailed(waitFor(cluster.status.state))
  return cluster
}

const makeToken = ({ ids }: World): string => `dop_v1_${ids.hex(64)}`

export const kubernetesAccess: FamilyBehavior = {
  operations: {
    kubernetes_get_kubeconfig: getKubeconfig,
    kubernetes_get_credentials: getCredentials,
    kubernetes_get_cluster_user: getUser,
  },
}
