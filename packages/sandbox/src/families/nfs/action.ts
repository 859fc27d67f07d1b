/** Actions on shares. `GET /v2/actions` lists them in the common form; their own replies have the form of NFS. */
import type { AccountContext, ActionPlan } from '../../engine/account-context.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type NfsAction = Operations['nfs_actions_create']['reply']['action']

interface ShareActionPlan extends Pick<ActionPlan, 'type' | 'seconds' | 'locks' | 'onComplete' | 'payload'> {
  readonly share: Kinds['NfsShare']
  /** Resource of the action, if it is not the share. */
  readonly snapshot?: Kinds['NfsSnapshot'] | undefined
}

export function startShareAction(ctx: AccountContext, { share, snapshot, ...plan }: ShareActionPlan): NfsAction {
  const resourceType = snapshot ? 'SNAPSHOT' : 'SHARE'
  const { type, started_at } = ctx.actions.start({
    ...plan,
    key: snapshot ? keyOf('NfsSnapshot', snapshot.id) : keyOf('NfsShare', share.id),
    resourceType,
    resourceId: null,
    region: ctx.engine.find('Region', share.region) ?? null,
  })
  return {
    region_slug: share.region,
    resource_id: (snapshot ?? share).id,
    resource_type: resourceType,
    started_at,
    completed_at: null,
    status: 'IN_PROGRESS',
    type,
  }
}
