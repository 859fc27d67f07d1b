import type { Call } from '../../engine/call.ts'
import { conflict, Failure, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { findDefaultVpc } from '../../shared/default-vpc.ts'
import { listMembers } from './members.ts'

type Vpc = Kinds['Vpc']

function createDefault(ctx: AccountContext, { id, region }: Vpc): void {
  const before = findDefaultVpc(ctx, region)
  if (before) ctx.engine.setFields('Vpc', before.id, { default: false })
  ctx.engine.setFields('Vpc', id, { default: true })
}

/** @throws Failure 403, 409 for a VPC with members, or a default one */
function assertUnused({ id, default: isDefault }: Vpc, ctx: AccountContext): void {
  if (listMembers(ctx, id).length > 0) throw conflict('Can not delete VPC with members')
  if (isDefault) throw new Failure(403, 'cannot be deleted')
}

const vpc: ResourceHooks<'Vpc'> = {
  /** Parses an update: PUT clears a description that is left out, PATCH keeps it. */
  parseUpdate: ({ body, operation }: Call<'vpcs_replace' | 'vpcs_update'>, ctx, before) => {
    if (body.default === false && before.default)
      throw unprocessable('default: a region cannot be without. Make another VPC the default instead.')
    if (body.default === true && !before.default) createDefault(ctx, before)
    return { fields: { name: body.name, description: body.description ?? (operation.method === 'PUT' ? '' : undefined) } }
  },
  beforeDelete: (value, _key, ctx) => assertUnused(value, ctx),
}

export const hooks: HooksByKind = { Vpc: vpc }
