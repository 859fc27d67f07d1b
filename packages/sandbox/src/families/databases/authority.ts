/** The certificate authority of a cluster. It follows from the cluster's id, so it is there from the beginning and never changes. */
import { createHash } from 'node:crypto'
import type { World } from '../../engine/world.ts'
import { type Authority, type Identity, makeAuthority, makeIdentity } from '../../shared/certificates.ts'

/** What of a cluster its authority follows from. */
interface Owner {
  readonly id?: unknown
  readonly name?: unknown
  readonly created_at?: unknown
}

export function authorityOf(cluster: Owner): Authority {
  const seed = createHash('sha256')
    .update(`authority:${String(cluster['id'])}`)
    .digest('hex')
  return makeAuthority({
    name: `${String(cluster['name'])} authority`,
    seed,
    from: Date.parse(String(cluster['created_at'])),
    years: 10,
  })
}

/** What a Kafka user proves who it is with. Another one each time. */
export function makeClientIdentity(cluster: Owner, user: string, { ids, clock }: World): Identity {
  return makeIdentity(authorityOf(cluster), { name: user, seed: ids.hex(64), from: clock.now(), years: 3 })
}
