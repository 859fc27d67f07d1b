import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'
import { begin, type Bill } from './invoices.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { mapPlacements } from '../../shared/project-urns.ts'
import { createItemWriter, type LineItem } from './line-items.ts'

export { listBills, previewBill } from './invoices.ts'
export { listUses } from './line-items.ts'

export function formatItems(ctx: AccountContext, { used, shareOf }: Bill): LineItem[] {
  const writeItem = createItemWriter(ctx, mapPlacements(ctx))
  return used().map((use) => writeItem(shareOf(use)))
}

export const billing: Family = { handlers, seed: begin }
