/** Sets the VPCs that can mount an NFS share. The share is `INACTIVE` while it has none. */
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import { allocateAddress } from './vpcs.ts'

export function setShareVpcs(ctx: AccountContext, { id, status, host, vpc_ids: before }: Kinds['NfsShare'], vpcs: readonly string[]): void {
  const { engine } = ctx
  if (status === 'CREATING') {
    engine.setFields('NfsShare', id, { vpc_ids: vpcs })
    return
  }
  // The host address is in the range of the first VPC.
  const isMoved = vpcs.length > 0 && (host === '' || vpcs[0] !== before[0])
  engine.setFields('NfsShare', id, {
    vpc_ids: vpcs,
    status: vpcs.length === 0 ? 'INACTIVE' : 'ACTIVE',
    ...(isMoved && { host: allocateShareHost(ctx, vpcs[0]) }),
  })
}

export function allocateShareHost(ctx: AccountContext, vpc: string | undefined): string {
  const found = vpc === undefined ? undefined : ctx.engine.find('Vpc', vpc)
  return found ? allocateAddress(ctx, found) : ''
}
