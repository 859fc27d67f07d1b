/** What each product cost on each day. */
import { readDay } from '../../clock/read-instant.ts'
import type { Behavior } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues, readPage } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { Operations } from '../../generated/types.ts'
import { countHours, listUses } from './line-items.ts'
import { toCents, writeUsd } from './money.ts'

const day = 24 * 3_600_000

type Point = Operations['billing_insights_list']['reply']['data_points'][number]

export const listInsights: Behavior<'billing_insights_list'> = (call, world) => {
  const start = needDay('start_date', call.path.start_date)
  const end = needDay('end_date', call.path.end_date)
  const { account_urn: urn } = call.path
  const isOwn = urn === `do:team:${world.owner.team.uuid}`
  if (!isOwn && !isVisible(world, urn)) throw notFound()
  if (end < start) throw unprocessable('end_date: must not be before start_date.')
  const points = isOwn ? listPoints(world, urn, start, end + day) : []
  const { size, number } = readPage(call)
  const counters = { total_items: points.length, total_pages: Math.ceil(points.length / size), current_page: number }
  return answerValues(call, 'data_points', points, undefined, counters)
}

/** Other teams of the organization can be seen; nothing here uses anything for them. */
function isVisible({ engine }: World, urn: string): boolean {
  const [, type, id = ''] = urn.split(':')
  return type === 'team' && engine.find('OrganizationTeam', id) !== undefined
}

/** @throws Failure 422 for a day that no calendar has */
function needDay(field: string, text: string): number {
  const moment = readDay(text)
  if (Number.isNaN(moment)) throw unprocessable(`${field}: is no date.`)
  return moment
}

function listPoints(world: World, urn: string, start: number, end: number): Point[] {
  const sums = new Map<string, { readonly point: Omit<Point, 'total_amount'>; amount: number }>()
  for (const { charge, from, to } of listUses(world)) {
    const last = Math.min(to ?? Infinity, world.clock.now(), end)
    const first = Math.max(from, start)
    for (let today = Math.floor(first / day) * day; today < last; today += day) {
      const hours = countHours(Math.max(first, today), Math.min(last, today + day))
      const { region, sku, title, group } = charge
      const date = new Date(today).toISOString().slice(0, 10)
      const place = JSON.stringify([date, region, sku, group])
      const point = { region, sku, description: title, group_description: group }
      const sum = sums.get(place) ?? { point: { usage_team_urn: urn, start_date: date, ...point }, amount: 0 }
      sum.amount += hours * charge.hourly
      sums.set(place, sum)
    }
  }
  const points = [...sums.values()].map(({ point, amount }) => ({ ...point, total_amount: writeUsd(toCents(amount)) }))
  return points.toSorted((a, b) => a.start_date.localeCompare(b.start_date))
}
