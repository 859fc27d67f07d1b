/** Actions on shares are returned once and not stored: `GET /v2/actions` does not list them. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Action = Operations['nfs_actions_create']['reply']['action']

export function startedAction({ clock }: AccountContext, type: string, share: Kinds['NfsShare'], snapshot?: Kinds['NfsSnapshot']): Action {
  return {
    region_slug: share.region,
    resource_id: (snapshot ?? share).id,
    resource_type: snapshot ? 'SNAPSHOT' : 'SHARE',
    started_at: clock.timestamp(),
    status: 'IN_PROGRESS',
    type,
  }
}
