/** Certificate authority of a cluster. It is derived from the id of the cluster, so it never changes. */
import { createHash } from 'node:crypto'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Authority, type Identity, createAuthority, createIdentity } from '../../shared/certificates.ts'

type Cluster = Kinds['DatabaseCluster']

export function authorityOf({ id, name, created_at: created }: Cluster): Authority {
  const seed = createHash('sha256').update(`authority:${id}`).digest('hex')
  return createAuthority({ name: `${name} authority`, seed, from: Date.parse(created), years: 10 })
}

/** Client certificate of a Kafka user; a new one on each call. */
export function createClientIdentity(cluster: Cluster, user: string, { ids, clock }: AccountContext): Identity {
  return createIdentity(authorityOf(cluster), { name: user, seed: ids.hex(64), from: clock.now(), years: 3 })
}
