/** Actions on shares are answered once and then forgotten: they are not among those of `GET /v2/actions`. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Action = Operations['nfs_actions_create']['reply']['action']

export function startedAction({ clock }: AccountContext, type: string, share: Kinds['NfsShare'], snapshot?: Kinds['NfsSnapshot']): Action {
  return {
    region_slug: share.region,
    resource_id: (snapshot ?? share).id,
    resource_type: snapshot ? 'SNAPSHOT' : 'SHARE',
    started_at: clock.stamp(),
    status: 'IN_PROGRESS',
    type,
  }
}
