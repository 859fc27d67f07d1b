/** Lists the conditions that the alerts of all accounts watch. */
import type { Resource, ServiceContext } from '@spindrift/sandbox'
import { listIncreases, listPoints, maximum, type Metric, metrics, type Points } from './series.ts'
import type { Notification } from './send.ts'
import type { Recipients, Watch } from './watch.ts'

type Context = Pick<ServiceContext, 'list' | 'get'>

/** Kinds whose alerts start again when they change. */
export const alertKinds = ['AlertPolicy', 'UptimeAlert', 'AppAlert'] as const
/** Kinds whose changes are events of app alerts. */
export const eventKinds = ['App', 'AppDeployment'] as const

const minute = 60_000
const day = 24 * 60 * minute
const windows: Readonly<Record<string, number>> = {
  '2m': 2,
  '3m': 3,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  FIVE_MINUTES: 5,
  TEN_MINUTES: 10,
  THIRTY_MINUTES: 30,
  ONE_HOUR: 60,
}

export function listWatches(ctx: Context): Watch[] {
  return [
    ...ctx.list('AlertPolicy').flatMap((policy) => listPolicyWatches(ctx, policy)),
    ...ctx.list('UptimeCheck').flatMap((check) => listCheckWatches(ctx, check)),
    ...ctx.list('AppAlert').flatMap((alert) => listAppWatches(ctx, alert)),
  ]
}

/** Path of an alert in the keys of its watches. */
export function formatKey({ account, kind, parent, id }: Resource): string {
  return `${account}/${parent}${kind}/${id}/`
}

interface Policy {
  readonly type: string
  readonly description: string
  readonly compare: 'GreaterThan' | 'LessThan'
  readonly value: number
  readonly window: string
  readonly entities: readonly string[]
  readonly tags: readonly string[]
  readonly alerts: Contacts
  readonly enabled: boolean
}

interface Contacts {
  readonly email: readonly string[]
  readonly slack: Recipients['webhooks']
}

const parseRecipients = ({ account }: Resource, { email, slack }: Contacts): Recipients => ({ account, emails: email, webhooks: slack })

// The types of values are those of the API's schemas, here and below.
function listPolicyWatches(ctx: Context, resource: Resource): Watch[] {
  const policy = resource.value as unknown as Policy
  const metric = metrics[policy.type.replace('v1/', '')]
  if (!metric || !policy.enabled) return []
  const name = policy.type.split('/').at(-1) ?? ''
  const condition = createCondition(policy.compare === 'LessThan', policy.value, metric.unit)
  const seconds = (windows[policy.window] ?? 5) * 60
  const before = metric.isIncrease ? seconds : 0
  return listTargets(ctx, resource.account, metric, policy).map(({ id, value }): Watch => ({
    ...parseRecipients(resource, policy.alerts),
    key: `${formatKey(resource)}${id}`,
    subject: policy.description || name,
    details: `${name} of ${String(value['name'] ?? id)} (${metric.kind} ${id}) is ${condition.text} for ${policy.window}`,
    windowMs: (seconds - before) * 1000,
    read: (after, now) => {
      const points = listPoints((path) => ctx.get(resource.account, path), metric, id, toSecond(after) - before, toSecond(now))
      return condition.check(metric.isIncrease ? listIncreases(points, seconds) : points)
    },
  }))
}

function listTargets(ctx: Context, account: string, { kind }: Metric, { entities, tags }: Policy): Resource[] {
  const all = ctx.list(kind).filter((each) => each.account === account)
  if (entities.length === 0 && tags.length === 0) return all
  return all.filter(
    ({ id, value }) => entities.includes(id) || (value['tags'] as readonly string[] | undefined)?.some((tag) => tags.includes(tag)),
  )
}

function createCondition(isLess: boolean, limit: number, unit: string) {
  return {
    text: `${isLess ? 'below' : 'above'} ${limit}${unit}`,
    check: (points: Points) =>
      [...points].map(([second, value]) => ({
        at: second * 1000,
        isBeyond: isLess ? value < limit : value > limit,
        value: `${Number(value.toFixed(2))}${unit}`,
      })),
  }
}

const toSecond = (time: number) => Math.floor(time / 1000)

interface Check {
  readonly name: string
  readonly type: string
  readonly target: string
  readonly enabled: boolean
}

interface CheckAlert {
  readonly name: string
  readonly type: 'latency' | 'down' | 'down_global' | 'ssl_expiry'
  readonly threshold: number | null
  readonly period: string | null
  readonly notifications: Contacts
}

interface CheckState {
  readonly regions: Readonly<Record<string, { readonly status: string; readonly status_changed_at: string }>>
}

function listCheckWatches(ctx: Context, check: Resource): Watch[] {
  const { name, target, enabled } = check.value as unknown as Check
  if (!enabled) return []
  const alerts = ctx.list('UptimeAlert').filter(({ parent, account }) => parent === `UptimeCheck/${check.id}/` && account === check.account)
  return alerts.flatMap((resource): Watch[] => {
    const alert = resource.value as unknown as CheckAlert
    // The sandbox measures no latency of checks.
    if (alert.type === 'latency') return []
    const isExpiry = alert.type === 'ssl_expiry'
    return [
      {
        ...parseRecipients(resource, alert.notifications),
        key: formatKey(resource),
        subject: alert.name || name,
        details: `${name}: ${target} ${isExpiry ? `has a certificate that expires in less than ${alert.threshold} days` : 'does not respond'}`,
        windowMs: isExpiry ? 0 : (windows[alert.period ?? '2m'] ?? 2) * minute,
        read: (_after, now) =>
          isExpiry ? listExpirySamples(ctx, check, alert.threshold ?? 0, now) : listStateSamples(ctx, check, alert.type, now),
      },
    ]
  })
}

/** Samples at the last change of the state, and now. */
function listStateSamples(ctx: Context, { account, id }: Resource, type: CheckAlert['type'], now: number) {
  const body = ctx.get(account, `/v2/uptime/checks/${id}/state`) as { readonly state: CheckState } | undefined
  const regions = Object.values(body?.state.regions ?? {})
  if (regions.length === 0) return []
  const isDown = ({ status }: (typeof regions)[number]) => status === 'DOWN'
  const isBeyond = type === 'down_global' ? regions.every(isDown) : regions.some(isDown)
  const value = regions.map(({ status }) => status).join(', ')
  const changed = Math.max(...regions.map(({ status_changed_at: at }) => Date.parse(at)))
  return [changed, now].map((at) => ({ at, isBeyond, value }))
}

/** Finds the certificate of the account for the host of a check. */
function listExpirySamples(ctx: Context, { account, value }: Resource, days: number, now: number) {
  const host = URL.parse(String(value['target']))?.hostname ?? ''
  const names = new Set([host, `*${host.slice(host.indexOf('.'))}`])
  const ends = ctx.list('Certificate').flatMap((certificate) => {
    const { dns_names: dnsNames, not_after: end } = certificate.value as {
      readonly dns_names: readonly string[]
      readonly not_after?: string
    }
    return certificate.account === account && end !== undefined && dnsNames.some((each) => names.has(each)) ? [Date.parse(end)] : []
  })
  if (ends.length === 0) return []
  const left = (Math.max(...ends) - now) / day
  return [{ at: now, isBeyond: left < days, value: `${Math.floor(left)} days` }]
}

interface AppAlert {
  readonly component_name?: string
  readonly spec: {
    readonly rule: string
    readonly disabled?: boolean
    readonly operator?: string
    readonly value?: number
    readonly window?: string
  }
  readonly emails: readonly string[]
  readonly slack_webhooks: Recipients['webhooks']
}

const appMetrics: Readonly<Record<string, readonly [path: string, unit: string] | undefined>> = {
  CPU_UTILIZATION: ['apps/cpu_percentage', '%'],
  MEM_UTILIZATION: ['apps/memory_percentage', '%'],
  RESTART_COUNT: ['apps/restart_count', ''],
}

function listAppWatches(ctx: Context, resource: Resource): Watch[] {
  const { component_name: component, spec, ...alert } = resource.value as unknown as AppAlert
  const [path, unit = ''] = appMetrics[spec.rule] ?? []
  const app = resource.parent.split('/')[1] ?? ''
  if (path === undefined || spec.disabled || component === undefined) return []
  const metric = { parameter: 'app_id', paths: [`${path}?app_component=${encodeURIComponent(component)}`], combine: maximum }
  const condition = createCondition(spec.operator === 'LESS_THAN', spec.value ?? 0, unit)
  return [
    {
      account: resource.account,
      emails: alert.emails,
      webhooks: alert.slack_webhooks,
      key: formatKey(resource),
      subject: `${spec.rule} of ${component}`,
      details: `${spec.rule} of ${component} (App ${app}) is ${condition.text}`,
      windowMs: (windows[spec.window ?? ''] ?? 5) * minute,
      read: (after, now) =>
        condition.check(listPoints((each) => ctx.get(resource.account, each), metric, app, toSecond(after), toSecond(now))),
    },
  ]
}

interface Event {
  readonly rule: string
  /** Path of the app. */
  readonly app: string
  readonly name: string
  readonly at: unknown
}

interface AppDomain {
  readonly id: string
  readonly phase: string
  readonly spec: { readonly domain: string }
  readonly progress: { readonly steps: readonly { readonly ended_at?: string }[] }
}

const deploymentRules: Readonly<Record<string, string | undefined>> = { ACTIVE: 'DEPLOYMENT_LIVE', ERROR: 'DEPLOYMENT_FAILED' }

/** Finds the alerts of an app for a deployment that ended, or a domain that is live now. */
export function listEventAlerts(ctx: Context, after: Resource, before: Resource | undefined): Notification[] {
  if (after.kind !== 'App' && after.kind !== 'AppDeployment') return []
  const events = after.kind === 'App' ? listDomainEvents(after, before) : listDeploymentEvents(after, before)
  return events.flatMap(({ rule, app, name, at }) =>
    ctx.list('AppAlert').flatMap(({ account, parent, value }) => {
      const { spec, emails, slack_webhooks: webhooks } = value as unknown as AppAlert
      if (account !== after.account || parent !== app || spec.rule !== rule || spec.disabled) return []
      return [{ account, emails, webhooks, subject: rule, text: `${name} (${app.slice(0, -1)})`, at: Date.parse(String(at)) }]
    }),
  )
}

function listDeploymentEvents({ id, parent: app, value }: Resource, before: Resource | undefined): Event[] {
  const rule = deploymentRules[String(value['phase'])]
  if (rule === undefined || before?.value['phase'] === value['phase']) return []
  return [{ rule, app, name: `Deployment ${id}`, at: value['phase_last_updated_at'] ?? value['updated_at'] }]
}

function listDomainEvents({ id: app, value }: Resource, before: Resource | undefined): Event[] {
  const listLive = (domains: unknown) => ((domains ?? []) as readonly AppDomain[]).filter(({ phase }) => phase === 'ACTIVE')
  const earlierIds = new Set(listLive(before?.value['domains']).map(({ id }) => id))
  return listLive(value['domains'])
    .filter(({ id }) => !earlierIds.has(id))
    .map(({ spec: { domain }, progress: { steps } }) => ({
      rule: 'DOMAIN_LIVE',
      app: `App/${app}/`,
      name: `Domain ${domain}`,
      at: steps.at(-1)?.ended_at,
    }))
}
