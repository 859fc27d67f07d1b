import type { AccountContext } from '../../engine/account-context.ts'
import type { BillingHandlers } from '../../generated/handlers.ts'
import type { Key } from '../../store/store.ts'
import { findOpenPeriod } from '../../usage/journal.ts'
import type { Family } from '../family.ts'
import { listCharges } from './charges.ts'
import { handlers } from './handlers.ts'
import { startBilling } from './invoices.ts'
import { toDollars } from './money.ts'

/** Monthly price of an object in dollars; undefined without one. */
export function findMonthlyPrice({ store }: AccountContext, key: Key): number | undefined {
  const period = findOpenPeriod(store, key)
  const charges = period ? listCharges(period) : []
  return charges.length === 0 ? undefined : toDollars(charges.reduce((sum, { monthly }) => sum + monthly, 0))
}

export const billing: Family<BillingHandlers> = { handlers, seed: startBilling }
