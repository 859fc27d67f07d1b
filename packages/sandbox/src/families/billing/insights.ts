/** Cost of each product by day. */
import { parseDay } from '../../clock/parse-instant.ts'
import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues, parsePage } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import type { Charge } from './charges.ts'
import { countHours, listUses, createGroupNamer } from './line-items.ts'
import { toCents, formatUsd } from './money.ts'

const day = 24 * 3_600_000

type Point = Operations['billing_insights_list']['reply']['data_points'][number]

export const listInsights: Handler<'billing_insights_list'> = (call, ctx) => {
  const start = requireDate('start_date', call.path.start_date)
  const end = requireDate('end_date', call.path.end_date)
  const { account_urn: urn } = call.path
  const isOwn = urn === `do:team:${ctx.owner.team.uuid}`
  if (!isOwn && !isVisible(ctx, urn)) throw notFound()
  if (end < start) throw unprocessable('end_date: must not be before start_date.')
  const costs = isOwn ? listCosts(ctx, start, end + day) : []
  const { size, number } = parsePage(call)
  const counters = { total_items: costs.length, total_pages: Math.ceil(costs.length / size), current_page: number }
  return answerValues(call, 'data_points', costs, (cost) => formatPoint(cost, urn), counters)
}

/** True for other teams of the organization, which have no usage. */
function isVisible({ engine }: AccountContext, urn: string): boolean {
  const [, type, id = ''] = urn.split(':')
  return type === 'team' && engine.find('OrganizationTeam', id) !== undefined
}

/** @throws Failure 422 for an invalid date */
function requireDate(field: string, text: string): number {
  const time = parseDay(text)
  if (Number.isNaN(time)) throw unprocessable(`${field}: is not a date.`)
  return time
}

/** Cost of one series on one day. */
interface Cost {
  readonly series: Series
  /** Days since 1970. */
  readonly today: number
  readonly amount: number
}

/** Daily costs of one product in one region and group. */
interface Series {
  readonly charge: Charge
  readonly group: string
  /** Cost of uses that lasted a part of the day, by day. */
  readonly parts: Float64Array
  /** Difference to the previous day in the cost of uses that lasted the whole day, by day. */
  readonly steps: Float64Array
}

/** Lists the costs by day. Reads each use once, whatever its length. */
function listCosts(ctx: AccountContext, start: number, end: number): Cost[] {
  const uses = listUses(ctx)
  const firstDay = Math.floor(Math.max(start, uses[0]?.from ?? end) / day)
  const days = Math.max(0, Math.ceil(Math.min(end, ctx.clock.now()) / day) - firstDay)
  const getGroupName = createGroupNamer(ctx)
  const all = new Map<string, Series>()
  const seriesByName = new Map<string, Series>()
  const find = (charge: Charge) => {
    const group = getGroupName(charge)
    // Two clusters may have the same name.
    const groupKey = JSON.stringify([charge.region, charge.sku, group])
    const series = all.get(groupKey) ?? { charge, group, parts: new Float64Array(days), steps: new Float64Array(days + 1) }
    all.set(groupKey, series)
    return series
  }
  const latest = Math.min(ctx.clock.now(), end)
  for (const { charge, series: name, from, to } of uses) {
    const last = Math.min(to ?? end, latest)
    const first = Math.max(from, start)
    if (last <= first) continue
    const series = seriesByName.get(name) ?? find(charge)
    seriesByName.set(name, series)
    addUse(series, charge.hourly, first - firstDay * day, last - firstDay * day)
  }
  return listDailyCosts([...all.values()], firstDay, days)
}

/** @param first milliseconds since the first day, like `last` */
function addUse({ parts, steps }: Series, hourly: number, first: number, last: number): void {
  const [one, other] = [Math.floor(first / day), Math.ceil(last / day) - 1]
  const charge = (at: number, from: number, to: number) => (parts[at] = (parts[at] ?? 0) + countHours(from, to) * hourly)
  charge(one, first, Math.min(last, (one + 1) * day))
  if (other === one) return
  charge(other, other * day, last)
  const step = (at: number, by: number) => (steps[at] = (steps[at] ?? 0) + by)
  step(one + 1, 24 * hourly)
  step(other, -24 * hourly)
}

function listDailyCosts(all: readonly Series[], firstDay: number, days: number): Cost[] {
  const costs: Cost[] = []
  const fullDayCosts = all.map(() => 0)
  for (let at = 0; at < days; at += 1) {
    for (const [number, series] of all.entries()) {
      const running = (fullDayCosts[number] ?? 0) + (series.steps[at] ?? 0)
      fullDayCosts[number] = running
      const amount = running + (series.parts[at] ?? 0)
      if (amount > 0) costs.push({ series, today: firstDay + at, amount })
    }
  }
  return costs
}

function formatPoint({ series: { charge, group }, today, amount }: Cost, urn: string): Point {
  return {
    usage_team_urn: urn,
    start_date: new Date(today * day).toISOString().slice(0, 10),
    total_amount: formatUsd(toCents(amount)),
    region: charge.region,
    sku: charge.sku,
    description: charge.title,
    group_description: group,
  }
}
