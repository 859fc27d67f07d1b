/** What the account has used, owes and has paid. Everything is computed from the journal of use in `src/usage`. */
import type { Behavior, Call } from '../../engine/call.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { writePdf, writeCsv } from './documents.ts'
import { listInsights } from './insights.ts'
import { type Bill, begin, findBill, listBills, listEvents, previewBill } from './invoices.ts'
import { createLineWriter, listUses, monthStart, sumUses } from './lines.ts'
import { readUsd, writeUsd } from './money.ts'
import { summarize } from './summary.ts'
import type { FamilyBehavior } from '../family.ts'
import { writeStamp } from '../../shared/write-stamp.ts'

const hour = 3_600_000

/** Counted anew every full hour. */
const getBalance: Behavior = (_call, world) => {
  const now = world.clock.now()
  const asOf = Math.floor(now / hour) * hour
  const uses = listUses(world)
  const usage = sumUses(uses, monthStart(now), asOf)
  const open = listEvents(world, uses).reduce((sum, { amount }) => sum + readUsd(amount), 0)
  const balance = {
    month_to_date_balance: writeUsd(open + usage),
    account_balance: writeUsd(open),
    month_to_date_usage: writeUsd(usage),
    generated_at: writeStamp(asOf),
  }
  return { body: JSON.stringify(balance) }
}

function readBill(call: Call, world: World): { readonly bill: Bill; readonly lines: readonly Value[] } {
  const bill = findBill(world, call.path['invoice_uuid'])
  return { bill, lines: bill.shares().map(createLineWriter(world)) }
}

const listInvoices: Behavior = (call, world) => {
  const uses = listUses(world)
  const invoices = listBills(world, uses).map(({ invoice }) => invoice)
  // The table takes the preview for what the list is of.
  const { root: _root, ...operation } = call.operation
  const page = replyValues({ ...call, operation }, 'invoices', invoices)
  // The reply's own JSON, written a line above.
  const body = { ...(JSON.parse(String(page.body)) as Value), invoice_preview: previewBill(world, uses).invoice }
  return { ...page, body: JSON.stringify(body) }
}

export const billing: FamilyBehavior = {
  operations: {
    billing_get_balance: getBalance,
    billing_list_history: (call, world) => replyValues(call, 'billing_history', listEvents(world)),
    billing_list_invoices: listInvoices,
    billing_get_invoice: (call, world) =>
      replyValues(call, 'invoice_items', findBill(world, call.path['invoice_uuid']).shares(), createLineWriter(world)),
    billing_get_invoice_csv: (call, world) => ({ body: writeCsv(readBill(call, world).lines), type: 'text/csv' }),
    billing_get_invoice_pdf: (call, world) => {
      const { bill, lines } = readBill(call, world)
      return { body: writePdf(summarize(world, bill, lines), lines), type: 'application/pdf' }
    },
    billing_get_invoice_summary: (call, world) => {
      const { bill, lines } = readBill(call, world)
      return { body: JSON.stringify(summarize(world, bill, lines)) }
    },
    billing_list_insights: listInsights,
  },
  seed: begin,
}
