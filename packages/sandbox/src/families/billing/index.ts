import type { BillingHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'
import { startBilling, type Bill } from './invoices.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { mapPlacements } from '../../shared/project-urns.ts'
import { createItemFormatter, type LineItem } from './line-items.ts'

export { listBills, previewBill } from './invoices.ts'
export { listUses } from './line-items.ts'

export function formatItems(ctx: AccountContext, { getUses, getShare }: Bill): LineItem[] {
  const formatItem = createItemFormatter(ctx, mapPlacements(ctx))
  return getUses().map((use) => formatItem(getShare(use)))
}

export const billing: Family<BillingHandlers> = { handlers, seed: startBilling }
