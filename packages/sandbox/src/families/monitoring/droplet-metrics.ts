/** Metrics of droplets that are on and have the agent. Gauges are constant; processor time grows evenly since the last start. */
import { Failure, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { PeriodOf } from '../../usage/journal.ts'
import type { Handlers, ErrorMapper } from '../family.ts'
import { findHistory, type History, listStarts, startedBefore } from './history.ts'
import { listSeries, type Measures, type Series } from './window.ts'

type Droplet = Kinds['Droplet']
type Facts = PeriodOf<'Droplet'>['facts']

interface Host<Query> {
  readonly id: string
  readonly droplet: Droplet
  readonly ctx: AccountContext
  readonly query: Query
  readonly history: History<'Droplet'>
}

type Measure<Query = unknown> = (host: Host<Query>) => readonly Series[]

/** Shares of the processor time. */
const modes = { user: 0.2, nice: 0, system: 0.05, iowait: 0.02, irq: 0, softirq: 0.01, steal: 0.02, idle: 0.7 } as const

const serve =
  <Query>(measure: Measure<Query>): Measures<Query & { readonly host_id: string }> =>
  ({ query }, ctx) => {
    const id = query.host_id
    const droplet = ctx.engine.find('Droplet', id)
    if (!droplet) throw notFound()
    const list = () => measure({ id, droplet, ctx, query, history: findHistory(ctx, 'Droplet', id) })
    return listSeries(query, ctx, list, { every: 120, late: 80 })
  }

/** A question that cannot be understood is refused by the first thing that is wrong with it. */
const refuse: ErrorMapper = (failure, query) => {
  for (const [name, what] of [
    ['start', 'start time'],
    ['end', 'end time'],
  ] as const)
    if (!/^\d+$/.test(query.get(name) ?? '')) return new Failure(400, `failed to parse ${what}: cannot parse to a valid timestamp`)
  const missing = ['host_id', 'interface', 'direction'].find((name) => failure.message.includes(`${name}: must be given`))
  return missing === undefined ? failure : new Failure(400, `request is missing required query parameter '${missing}'`)
}

const isMeasured = (facts: Facts | undefined) => facts?.status === 'active' && facts.isMeasured

/** Undefined while the droplet is off or has no agent. */
const inside =
  ({ history }: Host<unknown>, read: (facts: Facts, second: number) => number | undefined) =>
  (second: number) => {
    const facts = history(second)
    return facts && isMeasured(facts) ? read(facts, second) : undefined
  }

const oneInside =
  (digits: number, read: (facts: Facts) => number): Measure =>
  (host) => [{ labels: { host_id: host.id }, digits, at: inside(host, read) }]

const measureLoad = oneInside(2, ({ vcpus }) => vcpus * 0.3)

const measureProcessor: Measure = (host) => {
  const starts = listStarts(host.ctx, host.id)
  return Object.entries(modes).map(([mode, share]) => ({
    labels: { host_id: host.id, mode },
    digits: 2,
    padded: true,
    at: inside(host, ({ vcpus }, second) => (second - startedBefore(starts, second)) * vcpus * share),
  }))
}

const megabitsPerSecond = 2

const measureBandwidth: Measure<Operations['monitoring_droplets_getBandwidth']['query']> = (host) => {
  const { interface: network, direction } = host.query
  const rate = host.droplet.networks.v4.some(({ type }) => type === network) ? megabitsPerSecond : 0
  return [{ labels: { host_id: host.id, interface: network, direction }, digits: 3, at: inside(host, () => rate) }]
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const memoryOf = ({ memory }: Facts, share: number) => Math.floor(memory * mebibyte * 0.96 * share)
const cached = 0.3
const free = 0.2

/** Space that the filesystem reserves. */
const usable = { disk: 0.9655, volume: 0.9787 }

/** The disk, and every volume that has been attached. */
const measureFilesystems =
  (isFree: boolean): Measure =>
  (host) => {
    const { id, droplet, ctx } = host
    const size = (bytes: number) => Math.floor(isFree ? bytes * 0.8 : bytes)
    const labels = (device: string, mountpoint: string) => ({ host_id: id, device, fstype: 'ext4', mountpoint })
    const disk: Series = {
      labels: labels('/dev/vda1', '/'),
      digits: 0,
      at: inside(host, (facts) => size(facts.disk * gibibyte * usable.disk)),
    }
    const attached = droplet.volume_ids.map((volume, at): Series => {
      const history = findHistory(ctx, 'Volume', volume)
      const { name, filesystem_type: type } = ctx.engine.get('Volume', volume)
      const mountpoint = `/mnt/${name.replaceAll('-', '_')}`
      return {
        labels: { ...labels(`/dev/sd${String.fromCodePoint(97 + at)}`, mountpoint), ...(type && { fstype: type }) },
        digits: 0,
        at: inside(host, ({ volumes }, second) => {
          const gib = history(second)?.gib
          return gib === undefined || !volumes.includes(volume) ? undefined : size(gib * gibibyte * usable.volume)
        }),
      }
    })
    return [disk, ...attached]
  }

export const dropletMetrics = {
  monitoring_droplets_getBandwidth: serve(measureBandwidth),
  monitoring_droplets_getCpu: serve(measureProcessor),
  monitoring_droplets_getFilesystemFree: serve(measureFilesystems(true)),
  monitoring_droplets_getFilesystemSize: serve(measureFilesystems(false)),
  monitoring_droplets_getLoad1: serve(measureLoad),
  monitoring_droplets_getLoad5: serve(measureLoad),
  monitoring_droplets_getLoad15: serve(measureLoad),
  monitoring_droplets_getMemoryCached: serve(oneInside(0, (facts) => memoryOf(facts, cached))),
  monitoring_droplets_getMemoryFree: serve(oneInside(0, (facts) => memoryOf(facts, free))),
  monitoring_droplets_getMemoryTotal: serve(oneInside(0, (facts) => memoryOf(facts, 1))),
  monitoring_droplets_getMemoryAvailable: serve(oneInside(0, (facts) => memoryOf(facts, free + cached))),
} satisfies Handlers

export const dropletRefusals: Readonly<Record<string, ErrorMapper>> = Object.fromEntries(
  Object.keys(dropletMetrics).map((id) => [id, refuse]),
)
