import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const billing: Story = {
  title: 'A month of one droplet is billed, line by line, and paid',
  run: async (context) => {
    const { cloud, keeps, lists, pass } = context
    const droplet = await makeDroplet(context)
    await pass(5 * 86_400)
    const soon = await cloud.billing.balance.get()
    keeps(() => assert.ok(Number(soon.month_to_date_usage) > 0))
    const preview = await cloud.billing.invoices.get({ path: { invoice_uuid: 'preview' } })
    lists(preview.invoice_items, 'resource_id', [String(droplet)])
    // Into the second of April.
    await pass(26 * 86_400)
    const { invoices, meta } = await cloud.billing.invoices.list()
    const [invoice] = invoices
    assert.ok(invoice)
    keeps(() => assert.deepEqual([invoice.amount, invoice.invoice_period, meta.total], ['12.00', '2026-03', 1]))
    const path = { invoice_uuid: invoice.invoice_uuid }
    const { invoice_items: lines } = await cloud.billing.invoices.get({ path })
    lists(lines, ({ description, amount }) => [description, amount], [['web-01 (s-1vcpu-2gb)', '12.00']])
    const summary = await cloud.billing.invoices.getSummary({ path })
    keeps(() => assert.deepEqual([summary.invoice_uuid, summary.amount], [invoice.invoice_uuid, '12.00']))
    const table = await cloud.billing.invoices.getCsv({ path })
    keeps(() => assert.match(table, /web-01/))
    const pages = await cloud.billing.invoices.getPdf({ path })
    keeps(() => assert.equal(Buffer.from(pages).subarray(0, 5).toString(), '%PDF-'))
    const { billing_history: history } = await cloud.billing.history.list()
    keeps(() => assert.deepEqual(history.map(({ type }) => type).toSorted(), ['Invoice', 'Payment']))
    const balance = await cloud.billing.balance.get()
    keeps(() => assert.equal(balance.account_balance, '0.00'))
  },
}
