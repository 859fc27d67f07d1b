/** What other families and the server may use of this one. */
import type { World } from '../../engine/world.ts'
import type { Bill } from './invoices.ts'
import { createItemWriter, type LineItem, readPlaces } from './line-items.ts'

export { listBills, previewBill } from './invoices.ts'
export { listUses } from './line-items.ts'

export function writeItems(world: World, { shares }: Bill): LineItem[] {
  return shares().map(createItemWriter(world, readPlaces(world)))
}
