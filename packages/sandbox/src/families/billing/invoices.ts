/**
 * Invoices: one on the first of each month for the previous month, paid a few hours later, and a preview of the current month. They are
 * computed from the usage journal and the clock when they are read.
 */
import { onlyOne } from '../../engine/engine.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { listUsesOfMonth, listUses, monthStart, formatPeriod, type Share, calculateShare, sumUses, type Use } from './line-items.ts'
import { parseUsd, formatUsd } from './money.ts'

const paymentDelayMs = 6 * 3_600_000
/** Time of day at which the preview is renewed, in milliseconds after midnight UTC. */
const previewRenewalMs = 30 * 60_000
const day = 24 * 3_600_000

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    /** Start of billing. */
    billingAccount: { readonly began: string }
  }
}

/** Invoice with the uses of its line items. */
export interface Bill {
  readonly invoice: Kinds['Invoice']
  readonly getUses: () => readonly Use[]
  readonly getShare: (use: Use) => Share
  /** Start of the month, in milliseconds. */
  readonly start: number
}

const accountKey = { kind: 'billingAccount', id: onlyOne } as const

export function startBilling({ store, clock }: AccountContext): void {
  store.put({ ...accountKey, text: JSON.stringify({ began: clock.timestamp() }) })
}

/** Returns the current time for state files of earlier versions, which have no start. */
export function getBillingStart({ engine, clock }: AccountContext): string {
  return engine.find('billingAccount', accountKey)?.began ?? clock.timestamp()
}

/** Lists the invoices of all past months, the latest first. Usage before the start of billing counts, as the clock may be set back. */
export function listBills(ctx: AccountContext, uses = listUses(ctx)): Bill[] {
  const first = Math.min(Date.parse(getBillingStart(ctx)), uses[0]?.from ?? Infinity)
  const running = monthStart(ctx.clock.now())
  const bills: Bill[] = []
  for (let start = monthStart(first); start < running; start = monthStart(start, 1)) {
    bills.push(formatBill(ctx, uses, start, monthStart(start, 1)))
  }
  return bills.toReversed()
}

export function previewBill(ctx: AccountContext, uses = listUses(ctx)): Bill {
  const now = ctx.clock.now()
  const start = monthStart(now)
  const renewedAt = Math.floor((now - previewRenewalMs) / day) * day + previewRenewalMs
  return formatBill(ctx, uses, start, Math.max(start, renewedAt))
}

/** @throws Failure 404 */
export function findBill(ctx: AccountContext, uuid: string): Bill {
  if (uuid === 'preview') return previewBill(ctx)
  const bill = listBills(ctx).find(({ invoice }) => invoice.invoice_uuid === uuid)
  if (!bill) throw notFound()
  return bill
}

type Event = Operations['billing_history_list']['reply']['billing_history'][number]

/** Lists invoices and payments, the latest first. */
export function listEvents(ctx: AccountContext, uses = listUses(ctx)): Event[] {
  const now = ctx.clock.now()
  return listBills(ctx, uses).flatMap(({ invoice, start }): Event[] => {
    const { invoice_uuid: uuid, invoice_id: number, amount } = invoice
    const issued = monthStart(start, 1)
    const description = `Invoice for ${formatMonth(start)}`
    const event: Event = { description, amount, invoice_id: number, invoice_uuid: uuid, date: formatTimestamp(issued), type: 'Invoice' }
    if (amount === '0.00' || now < issued + paymentDelayMs) return [event]
    const payment: Event = {
      description: 'Payment by card',
      amount: formatUsd(-parseUsd(amount)),
      date: formatTimestamp(issued + paymentDelayMs),
      type: 'Payment',
    }
    return [payment, event]
  })
}

function formatBill(ctx: AccountContext, uses: readonly Use[], start: number, asOf: number): Bill {
  const period = formatPeriod(start)
  const amount = formatUsd(sumUses(uses, start, asOf))
  const invoice = { ...createInvoiceIds(ctx, period), amount, invoice_period: period, updated_at: formatTimestamp(asOf) }
  return { invoice, getUses: () => listUsesOfMonth(uses, start, asOf), getShare: (use) => calculateShare(use, start, asOf), start }
}

/** Derives the ids from account and month, so that the preview has the ids of the later invoice. */
function createInvoiceIds({ platform, owner }: AccountContext, period: string): Pick<Kinds['Invoice'], 'invoice_uuid' | 'invoice_id'> {
  const hex = platform.worldSecret(`invoice ${owner.account} ${period}`)
  return {
    invoice_uuid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    invoice_id: String(500_000_000 + (parseInt(hex.slice(32, 44), 16) % 99_999_999)),
  }
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

function formatMonth(start: number): string {
  const date = new Date(start)
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
