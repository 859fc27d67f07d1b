/** What other families and the server may use of this one. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Bill } from './invoices.ts'
import { readPlaces } from '../../shared/project-urns.ts'
import { createItemWriter, type LineItem } from './line-items.ts'

export { listBills, previewBill } from './invoices.ts'
export { listUses } from './line-items.ts'

export function writeItems(ctx: AccountContext, { used, shareOf }: Bill): LineItem[] {
  const writeItem = createItemWriter(ctx, readPlaces(ctx))
  return used().map((use) => writeItem(shareOf(use)))
}
