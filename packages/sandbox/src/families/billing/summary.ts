/** Summary of an invoice. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { getBillingStart, type Bill } from './invoices.ts'
import type { Share } from './line-items.ts'
import { formatUsd } from './money.ts'
import { ownerAccountId } from '../../catalog/owner.ts'

type Summary = Operations['billing_invoices_getSummary']['reply']

/** Billing address of the owner; users who signed up have none. */
const ownerAddress = {
  address_line1: '12 Harbor Street',
  address_line2: 'Floor 2',
  city: 'Mystic',
  region: 'CT',
  postal_code: '06355',
  country_iso2_code: 'US',
}
const noAddress = { address_line1: '', address_line2: '', city: '', region: '', postal_code: '', country_iso2_code: '' }

export function summarizeInvoice(ctx: AccountContext, { invoice, getUses, getShare }: Bill): Summary {
  const { owner } = ctx
  const { invoice_uuid: uuid, invoice_id: number, invoice_period: period, amount } = invoice
  const since = getBillingStart(ctx)
  const lines = getUses().map(getShare)
  return {
    invoice_uuid: uuid,
    invoice_id: number,
    billing_period: period,
    amount,
    user_name: owner.name,
    user_billing_address: { ...(owner.account === ownerAccountId ? ownerAddress : noAddress), created_at: since, updated_at: since },
    user_company: owner.account === ownerAccountId ? owner.team.name : '',
    user_email: owner.email,
    product_charges: { name: 'Products', amount: formatUsd(sumAmounts(lines)), items: listProducts(lines) },
    overages: { name: 'Overages', amount: '0.00' },
    taxes: { name: 'Taxes', amount: '0.00' },
    credits_and_adjustments: { name: 'Credits and corrections', amount: '0.00' },
  }
}

const sumAmounts = (lines: readonly Share[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function listProducts(lines: readonly Share[]): Summary['product_charges']['items'] {
  return [...Map.groupBy(lines, ({ use }) => use.charge.product)].map(([name, own]) => {
    return { name, amount: formatUsd(sumAmounts(own)), count: String(own.length) }
  })
}
