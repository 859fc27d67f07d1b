import { preconditionFailed } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { ownerAccountId } from '../../catalog/owner.ts'

/** Number of the account's own team; new teams get higher numbers. */
export const firstTeamNumber = 4_120_031

export function checkOrganization({ owner }: AccountContext): void {
  if (owner.account !== ownerAccountId) throw preconditionFailed('This team does not belong to an organization.')
}
