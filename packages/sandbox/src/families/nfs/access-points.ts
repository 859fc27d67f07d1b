import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'

type AccessPoint = Kinds['NfsAccessPoint']

export const pointsOf = (share: string) => childPath(keyOf('NfsShare', share))

export const pointKey = (share: string, id: string) => keyOf('NfsAccessPoint', { parent: pointsOf(share), id })

/** Access points that are not deleted, the default one first. */
export function listPoints({ engine }: AccountContext, share: string): AccessPoint[] {
  return engine.list('NfsAccessPoint', { parent: pointsOf(share) }).filter(({ status }) => status !== 'ACCESS_POINT_DELETED')
}

export function saveShareOfPoint({ store }: AccountContext, { id, share_id: share }: AccessPoint): void {
  store.put({ kind: 'nfsAccessPointShare', id, text: JSON.stringify({ share }) })
}

/** Creates the default access point of a new share, for its root folder. */
export function createDefaultPoint(ctx: AccountContext, { id: share, created_at }: Kinds['NfsShare']): void {
  const { engine, clock } = ctx
  const fields = {
    name: 'default',
    share_id: share,
    path: '/',
    status: 'ACCESS_POINT_ACTIVE',
    access_policy: {
      anonuid: 65_534,
      anongid: 65_534,
      protocols: ['NFS4', 'NFS'],
      squash_config: 'ROOT_SQUASH',
      identity_enforcement_enabled: false,
    },
    is_default: true,
  } as const
  const { id } = engine.create('NfsAccessPoint', fields, { parent: pointsOf(share) })
  saveShareOfPoint(ctx, engine.setFields('NfsAccessPoint', pointKey(share, id), { created_at, updated_at: clock.timestamp() }))
}
