/** Line items of invoices: one resource at one price, with its time within the month. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { createPeriodReader, listPeriods } from '../../usage/journal.ts'
import { getDefaultProject, findPlacement } from '../../shared/project-urns.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { type Charge, listCharges } from './charges.ts'
import { toCents, formatUsd } from './money.ts'

const hour = 3_600_000

export type LineItem = Operations['billing_invoices_get']['reply']['invoice_items'][number]

/** Usage of one resource at one price without interruption. */
export interface Use {
  readonly kind: string
  readonly id: string
  readonly charge: Charge
  /** Key of region, product and cluster. */
  readonly series: string
  readonly from: number
  /** Null while the use continues. */
  readonly to: number | null
}

/** Rounds up to full hours. */
export const countHours = (from: number, to: number) => Math.ceil((to - from) / hour)

interface PricedUse extends Use {
  /** Key of resource and price. */
  readonly resourceKey: string
}

const formatSeries = ({ region, sku, group, cluster }: Charge) => JSON.stringify([region, sku, group, cluster])

const readPricedUses = createPeriodReader((period): readonly PricedUse[] => {
  const { kind, id, parent, from, to } = period
  return listCharges(period).map((charge) => {
    const resourceKey = `${kind} ${parent}${id} ${charge.sku} ${charge.monthly}`
    return { kind, id, charge, series: formatSeries(charge), from, to, resourceKey }
  })
})

const joinedUses = new WeakMap<readonly PricedUse[], readonly Use[]>()

/** Lists all charged uses, the oldest first. */
export function listUses({ store }: AccountContext): readonly Use[] {
  const pricedUses = readPricedUses(store)
  const uses = joinedUses.get(pricedUses) ?? joinUses(pricedUses)
  joinedUses.set(pricedUses, uses)
  return uses
}

/** Joins consecutive periods with the same price. */
function joinUses(priced: readonly PricedUse[]): Use[] {
  const uses: Use[] = []
  /** Index of the last ended use, by resource key. */
  const endedUses = new Map<string, number>()
  for (const use of priced) {
    const at = endedUses.size === 0 ? undefined : endedUses.get(use.resourceKey)
    const last = at === undefined ? undefined : uses[at]
    if (at !== undefined && last?.to === use.from) {
      uses[at] = { ...use, from: last.from }
      continue
    }
    uses.push(use)
    if (use.to !== null) endedUses.set(use.resourceKey, uses.length - 1)
  }
  return uses
}

/** Returns a function that names the group of a charge: for a cluster its last name. */
export function createGroupNamer({ store }: AccountContext): (charge: Charge) => string {
  const names = new Map<string, string>()
  return ({ cluster, group }) => {
    if (cluster === undefined) return group
    const name = names.get(cluster) ?? listPeriods(store, { kind: 'KubernetesCluster', id: cluster }).at(-1)?.facts.name ?? ''
    names.set(cluster, name)
    return name
  }
}

/** Returns the start of the month of `time`, or of a month `monthOffset` months after it. */
export function monthStart(time: number, monthOffset = 0): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthOffset)
}

export const formatPeriod = (time: number) => new Date(time).toISOString().slice(0, 7)

/** Part of a use within one month. */
export interface Share {
  readonly use: Use
  readonly from: number
  readonly to: number
  readonly hours: number
  /** Millionths of a dollar, to the nearest cent. */
  readonly amount: number
}

/** @param start start of the month */
export function calculateShare(use: Use, start: number, asOf: number): Share {
  const { charge, from, to } = use
  const end = monthStart(start, 1)
  const first = Math.max(from, start)
  const last = Math.min(to ?? end, end)
  const hours = countHours(first, Math.min(last, asOf))
  return { use, from: first, to: last, hours, amount: calculateAmount(charge, hours) }
}

/** Sums by uses, month and time. A change of usage creates a new list of uses and so a new entry. */
const cachedSums = new WeakMap<readonly Use[], Map<string, number>>()
const maxSums = 500 // for each list of uses

/** Returns the total of a month without its line items. */
export function sumUses(uses: readonly Use[], start: number, asOf: number): number {
  const sums = cachedSums.get(uses) ?? new Map<string, number>()
  if (sums.size >= maxSums) sums.clear()
  const sum = sums.get(`${start} ${asOf}`) ?? calculateSum(uses, start, asOf)
  cachedSums.set(uses, sums.set(`${start} ${asOf}`, sum))
  return sum
}

function calculateSum(uses: readonly Use[], start: number, asOf: number): number {
  const end = Math.min(monthStart(start, 1), asOf)
  let sum = 0
  for (const { charge, from, to } of uses) {
    // Uses are sorted by start.
    if (from >= end) break
    const usedUntil = Math.min(to ?? end, end)
    if (usedUntil > from && usedUntil > start) sum += calculateAmount(charge, countHours(Math.max(from, start), usedUntil))
  }
  return sum
}

const calculateAmount = ({ hourly, monthly }: Charge, hours: number) => toCents(Math.min(hours * hourly, monthly))

/** Lists the uses with a line item in the month that starts at `start`, as of `asOf`. */
export function listUsesOfMonth(uses: readonly Use[], start: number, asOf: number): readonly Use[] {
  const end = Math.min(monthStart(start, 1), asOf)
  return uses.filter(({ from, to }) => Math.min(to ?? end, end) > Math.max(from, start))
}

/** @param projects project ids by URN; without them each is read from the store, which is faster for one page */
export function createItemFormatter(ctx: AccountContext, projects?: ReadonlyMap<string, string>): (share: Share) => LineItem {
  const getProjectName = createProjectNamer(ctx, projects)
  const getGroupName = createGroupNamer(ctx)
  return ({ use: { kind, id, charge }, ...share }) => ({
    product: charge.product,
    resource_uuid: /^[0-9a-f]{8}-/.test(id) ? id : '',
    resource_id: /^\d+$/.test(id) ? id : '',
    group_description: getGroupName(charge),
    description: charge.description,
    amount: formatUsd(share.amount),
    duration: String(share.hours),
    duration_unit: 'Hours',
    start_time: formatTimestamp(share.from),
    end_time: formatTimestamp(share.to),
    project_name: getProjectName(kind, id),
  })
}

/** Returns a function that names the project of a resource. Deleted resources count to the default project. */
function createProjectNamer(ctx: AccountContext, projects?: ReadonlyMap<string, string>): (kind: string, id: string) => string {
  const { engine } = ctx
  const names = new Map<string, string | undefined>()
  const getProjectName = (project: string) => {
    if (!names.has(project)) names.set(project, engine.find('Project', project)?.name)
    return names.get(project)
  }
  let other: string | undefined
  return (kind, id) => {
    const urn = engine.rowOf(kind).urn?.replace(/\{\w+\}/, () => id)
    if (urn === undefined) return ''
    const project = projects ? projects.get(urn) : findPlacement(ctx, urn)?.project
    return getProjectName(project ?? '') ?? (other ??= getProjectName(getDefaultProject(ctx).id) ?? '')
  }
}
