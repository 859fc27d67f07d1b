/** Metrics of alerts, computed from the time series of `/v2/monitoring/metrics`. */

interface Series {
  readonly metric: Readonly<Record<string, string>>
  readonly values: readonly (readonly [number, string])[]
}

/** Returns the body of a GET request; undefined when it fails. */
export type GetBody = (path: string) => unknown

/** Value by second since 1970, in ascending order. */
export type Points = ReadonlyMap<number, number>

export interface Metric {
  readonly kind: 'Droplet' | 'LoadBalancer' | 'DatabaseCluster' | 'DropletAutoscalePool'
  /** Query parameter with the id of the object. */
  readonly parameter: string
  readonly paths: readonly string[]
  readonly unit: string
  readonly combine: (lists: readonly (readonly Series[])[]) => Points
  /** True if the alert is about the increase over its window. */
  readonly isIncrease?: boolean
}

const retentionSeconds = 14 * 24 * 3600
/** A response has at most 360 points, and each minute counts. */
const chunkSeconds = 360 * 60

/** Reads the points after `from`, up to `to`, in seconds. */
export function listPoints(
  get: GetBody,
  { paths, parameter, combine }: Omit<Metric, 'kind' | 'unit'>,
  id: string,
  from: number,
  to: number,
): Points {
  const points = new Map<number, number>()
  for (let start = Math.max(from, to - retentionSeconds); start < to; start += chunkSeconds) {
    const end = Math.min(start + chunkSeconds, to)
    const lists = paths.map((path) =>
      listSeries(get, `${path}${path.includes('?') ? '&' : '?'}${parameter}=${id}&start=${start}&end=${end}`),
    )
    for (const [second, value] of combine(lists)) if (second > from) points.set(second, value)
  }
  return points
}

function listSeries(get: GetBody, path: string): readonly Series[] {
  const body = get(`/v2/monitoring/metrics/${path}`) as { readonly data?: { readonly result: readonly Series[] } } | undefined
  return body?.data?.result ?? []
}

function collect(values: Iterable<readonly [number, number]>, merge: (one: number, other: number) => number): Points {
  const points = new Map<number, number>()
  for (const [second, value] of values) {
    const other = points.get(second)
    points.set(second, other === undefined ? value : merge(other, value))
  }
  return new Map([...points].toSorted(([a], [b]) => a - b))
}

const numbers = ({ values }: Series) => values.map(([second, value]) => [second, Number(value)] as const)

/** Highest value of all series. */
export const maximum: Metric['combine'] = ([list = []]) => collect(list.flatMap(numbers), Math.max)

/** Returns how much each point is above the one that many seconds earlier. */
export function listIncreases(points: Points, seconds: number): Points {
  return new Map(
    [...points].flatMap(([second, value]) => {
      const earlierValue = points.get(second - seconds)
      return earlierValue === undefined ? [] : [[second, value - earlierValue]]
    }),
  )
}

/** Highest quotient of the first and second metric in percent. */
const percentage: Metric['combine'] = ([parts = [], wholes = []]) =>
  collect(
    parts.flatMap((part, n) => {
      const total = new Map(wholes[n] ? numbers(wholes[n]) : [])
      return numbers(part).map(([second, value]) => [second, (100 * value) / (total.get(second) ?? Number.NaN)] as const)
    }),
    Math.max,
  )

/** The rest of `percentage`, for metrics of what is free. */
const used: Metric['combine'] = (lists) => new Map([...percentage(lists)].map(([second, value]) => [second, 100 - value]))

/** Percent of the series that are 1. */
const share: Metric['combine'] = ([list = []]) => {
  const sums = collect(list.flatMap(numbers), (one, other) => one + other)
  return new Map([...sums].map(([second, sum]) => [second, (100 * sum) / list.length]))
}

/** Percent of the processor time between two points that was not idle. */
const busy: Metric['combine'] = ([list = []]) => {
  const sum = (series: readonly Series[]) => collect(series.flatMap(numbers), (one, other) => one + other)
  const [all, idle] = [sum(list), sum(list.filter(({ metric }) => metric['mode'] === 'idle'))]
  const seconds = [...all.keys()]
  return new Map(
    seconds.slice(1).map((second, n) => {
      const earlierSecond = seconds[n] ?? second
      const grown = (points: Points) => (points.get(second) ?? 0) - (points.get(earlierSecond) ?? 0)
      return [second, 100 * (1 - grown(idle) / grown(all))] as const
    }),
  )
}

const droplet = { kind: 'Droplet', parameter: 'host_id' } as const
const balancer = { kind: 'LoadBalancer', parameter: 'lb_id' } as const
const database = { kind: 'DatabaseCluster', parameter: 'db_id' } as const
const pool = { kind: 'DropletAutoscalePool', parameter: 'autoscale_pool_id' } as const

const single = (path: string, unit: string) => ({ paths: [path], unit, combine: maximum })
const quotient = (part: string, total: string, combine = percentage) => ({ paths: [part, total], unit: '%', combine })

/** Metrics by the type of an alert policy, without `v1/`. Types that are missing have no metric in the API. */
export const metrics: Readonly<Record<string, Metric | undefined>> = {
  'insights/droplet/load_1': { ...droplet, ...single('droplet/load_1', '') },
  'insights/droplet/load_5': { ...droplet, ...single('droplet/load_5', '') },
  'insights/droplet/load_15': { ...droplet, ...single('droplet/load_15', '') },
  'insights/droplet/cpu': { ...droplet, paths: ['droplet/cpu'], unit: '%', combine: busy },
  'insights/droplet/memory_utilization_percent': { ...droplet, ...quotient('droplet/memory_available', 'droplet/memory_total', used) },
  'insights/droplet/disk_utilization_percent': { ...droplet, ...quotient('droplet/filesystem_free', 'droplet/filesystem_size', used) },
  ...Object.fromEntries(
    ['public', 'private'].flatMap((network) =>
      ['inbound', 'outbound'].map((direction) => [
        `insights/droplet/${network}_${direction}_bandwidth`,
        { ...droplet, ...single(`droplet/bandwidth?interface=${network}&direction=${direction}`, ' Mbps') },
      ]),
    ),
  ),
  'insights/lbaas/avg_cpu_utilization_percent': { ...balancer, ...single('load_balancer/frontend_cpu_utilization', '%') },
  'insights/lbaas/connection_utilization_percent': {
    ...balancer,
    ...quotient('load_balancer/frontend_connections_current', 'load_balancer/frontend_connections_limit'),
  },
  'insights/lbaas/tls_connections_per_second_utilization_percent': {
    ...balancer,
    ...quotient('load_balancer/frontend_tls_connections_current', 'load_balancer/frontend_tls_connections_limit'),
  },
  ...Object.fromEntries(
    ['4xx', '5xx'].map((code) => [
      `insights/lbaas/increase_in_http_error_rate_count_${code}`,
      {
        ...balancer,
        ...single('load_balancer/frontend_http_responses', ' responses per second'),
        combine: ([list = []]) => maximum([list.filter(({ metric }) => metric['code'] === code)]),
        isIncrease: true,
      } satisfies Metric,
    ]),
  ),
  'insights/lbaas/droplet_health': { ...balancer, paths: ['load_balancer/droplets_health_checks'], unit: '%', combine: share },
  ...Object.fromEntries(
    ['avg', '50p', '95p', '99p'].map((part) => [
      `insights/lbaas/high_http_request_response_time${part === 'avg' ? '' : `_${part}`}`,
      { ...balancer, ...single(`load_balancer/droplets_http_response_time_${part}`, ' s') },
    ]),
  ),
  'dbaas/alerts/load_15_alerts': { ...database, ...single('database/mysql/load?metric=load15&aggregate=max', '') },
  'dbaas/alerts/memory_utilization_alerts': { ...database, ...single('database/mysql/memory_usage?aggregate=max', '%') },
  'dbaas/alerts/disk_utilization_alerts': { ...database, ...single('database/mysql/disk_usage?aggregate=max', '%') },
  'dbaas/alerts/cpu_alerts': { ...database, ...single('database/mysql/cpu_usage?aggregate=max', '%') },
  ...Object.fromEntries(
    [
      ['current_instances', ' droplets'],
      ['target_instances', ' droplets'],
      ['current_cpu_utilization', '%'],
      ['target_cpu_utilization', '%'],
      ['current_memory_utilization', '%'],
      ['target_memory_utilization', '%'],
    ].map(([name = '', unit = '']) => [`droplet/autoscale_alerts/${name}`, { ...pool, ...single(`droplet_autoscale/${name}`, unit) }]),
  ),
  'droplet/autoscale_alerts/scale_up': { ...pool, ...single('droplet_autoscale/current_instances', ' droplets'), isIncrease: true },
  'droplet/autoscale_alerts/scale_down': {
    ...pool,
    ...single('droplet_autoscale/current_instances', ' droplets'),
    combine: (lists) => new Map([...maximum(lists)].map(([second, value]) => [second, -value])),
    isIncrease: true,
  },
}
