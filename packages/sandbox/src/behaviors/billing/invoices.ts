/** Invoices: issued on the first of each month for the month before, paid a few hours later; the running month as a preview. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { onlyOne } from '../../engine/engine.ts'
import type { Key } from '../../store/store.ts'
import { writeStamp } from '../shared/write-stamp.ts'
import { monthStart, periodOf, writeLines } from './lines.ts'
import { readUsd, writeUsd } from './money.ts'

const secondsToPayment = 6 * 3600
/** When, after midnight, the preview is renewed each day. */
const renewal = 30 * 60_000
const day = 24 * 3_600_000

/** The invoice as lists show it, with its lines. */
export interface Bill {
  readonly invoice: Value
  readonly lines: readonly Value[]
}

const accountKey: Key = { kind: 'billingAccount', id: onlyOne }
const eventKind = 'billingEvent'

export function begin(world: World): void {
  world.store.put({ ...accountKey, text: JSON.stringify({ began: world.clock.stamp() }) })
  scheduleNext(world)
}

export function beganAt({ store }: World): string {
  // Only `begin` writes it.
  return (JSON.parse(store.text(accountKey) ?? '{"began":"1970-01-01T00:00:00Z"}') as { readonly began: string }).began
}

function scheduleNext({ store, clock }: World): void {
  const now = clock.now()
  store.schedule({ at: monthStart(now, 1), name: 'billing.issue', payload: JSON.stringify({ start: monthStart(now) }) })
}

/** Due on the first day of the next month. */
export function issue({ start }: { readonly start: number }, world: World): void {
  const { engine, store, clock } = world
  const { invoice, lines } = writeBill(world, start, monthStart(start, 1))
  const { invoice_uuid: uuid, invoice_id: number, amount } = invoice
  engine.create('Invoice', invoice, { id: String(uuid), hidden: { lines } })
  note(world, { description: `Invoice for ${monthName(start)}`, amount, invoice_id: number, invoice_uuid: uuid, type: 'Invoice' })
  if (amount !== '0.00') {
    store.schedule({ at: clock.now() + secondsToPayment * 1000, name: 'billing.pay', payload: JSON.stringify({ amount }) })
  }
  scheduleNext(world)
}

export function pay({ amount }: { readonly amount: string }, world: World): void {
  note(world, { description: 'Payment by card', amount: writeUsd(-readUsd(amount)), type: 'Payment' })
}

function note({ store, clock }: World, event: Value): void {
  const { description, amount, invoice_id: number, invoice_uuid: uuid, type } = event
  const named = { description, amount, ...(number !== undefined && { invoice_id: number, invoice_uuid: uuid }) }
  const text = JSON.stringify({ ...named, date: clock.stamp(), type })
  store.put({ kind: eventKind, id: String(store.next(eventKind)), text })
}

export const listEvents = ({ engine }: World) => engine.all({ kind: eventKind, order: 'newest' })

export function openBalance(world: World): number {
  return listEvents(world).reduce((sum, { amount }) => sum + readUsd(amount), 0)
}

export function previewBill(world: World): Bill {
  const now = world.clock.now()
  const start = monthStart(now)
  const renewed = Math.floor((now - renewal) / day) * day + renewal
  return writeBill(world, start, Math.max(start, renewed))
}

/** @throws Failure 404 */
export function findBill(world: World, uuid: unknown): Bill {
  if (uuid === 'preview') return previewBill(world)
  const key = { kind: 'Invoice', id: String(uuid) }
  return { invoice: world.engine.get(key), lines: world.engine.hidden(key)['lines'] as readonly Value[] }
}

export const sumOf = (lines: readonly Value[]) => lines.reduce((sum, { amount }) => sum + readUsd(amount), 0)

function writeBill(world: World, start: number, asOf: number): Bill {
  const lines = writeLines(world, start, asOf)
  const period = periodOf(start)
  const amount = writeUsd(sumOf(lines))
  return { invoice: { ...nameInvoice(world, period), amount, invoice_period: period, updated_at: writeStamp(asOf) }, lines }
}

/** From the account and the month alone: an invoice is named before it is issued, and by reading nothing is used up. */
function nameInvoice({ platform, owner }: World, period: string) {
  const hex = platform.secret(`invoice ${owner.account} ${period}`)
  return {
    invoice_uuid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    invoice_id: String(500_000_000 + (parseInt(hex.slice(32, 44), 16) % 99_999_999)),
  }
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export function monthName(start: number): string {
  const date = new Date(start)
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
