/** Balance, invoices, payments and insights, computed from the usage journal in `src/usage`. */
import { answerMedia } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { answerValues } from '../../engine/pages.ts'
import { formatPdf, formatInvoiceCsv } from './documents.ts'
import { listInsights } from './insights.ts'
import { findBill, listBills, listEvents, previewBill } from './invoices.ts'
import { createItemFormatter, listUses, monthStart, sumUses } from './line-items.ts'
import { parseUsd, formatUsd } from './money.ts'
import { summarizeInvoice } from './summary.ts'
import { mapPlacements } from '../../shared/project-urns.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import type { Handlers } from '../family.ts'

const hour = 3_600_000

/** Returns the balance as of the last full hour. */
const getBalance: Handler<'billing_balance_get'> = (_call, ctx) => {
  const now = ctx.clock.now()
  const asOf = Math.floor(now / hour) * hour
  const uses = listUses(ctx)
  const usage = sumUses(uses, monthStart(now), asOf)
  const unpaidUsd = listEvents(ctx, uses).reduce((sum, { amount }) => sum + parseUsd(amount), 0)
  return {
    month_to_date_balance: formatUsd(unpaidUsd + usage),
    account_balance: formatUsd(unpaidUsd),
    month_to_date_usage: formatUsd(usage),
    generated_at: formatTimestamp(asOf),
  }
}

const listInvoices: Handler<'billing_invoices_list'> = (call, ctx) => {
  const uses = listUses(ctx)
  const invoices = listBills(ctx, uses).map(({ invoice }) => invoice)
  // The operation table gives `invoice_preview` as the root of the reply.
  const { root: _root, ...operation } = call.operation
  return answerValues({ ...call, operation }, 'invoices', invoices, undefined, { invoice_preview: previewBill(ctx, uses).invoice })
}

export const handlers = {
  billing_balance_get: getBalance,
  billing_history_list: (call, ctx) => answerValues(call, 'billing_history', listEvents(ctx)),
  billing_invoices_list: listInvoices,
  billing_invoices_get: (call, ctx) => {
    const { getUses, getShare } = findBill(ctx, call.path.invoice_uuid)
    const formatItem = createItemFormatter(ctx)
    return answerValues(call, 'invoice_items', getUses(), (use) => formatItem(getShare(use)))
  },
  billing_invoices_getCsv: ({ path }, ctx) => {
    const formatItem = createItemFormatter(ctx, mapPlacements(ctx))
    const { getUses, getShare } = findBill(ctx, path.invoice_uuid)
    return answerMedia('text/csv', formatInvoiceCsv(getUses().map((use) => formatItem(getShare(use)))))
  },
  billing_invoices_getPdf: ({ path }, ctx) => answerMedia('application/pdf', formatPdf(findBill(ctx, path.invoice_uuid).invoice)),
  billing_invoices_getSummary: ({ path }, ctx) => summarizeInvoice(ctx, findBill(ctx, path.invoice_uuid)),
  billing_insights_list: listInsights,
} satisfies Handlers
