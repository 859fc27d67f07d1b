/** Metrics of droplets that are on and have the agent. Gauges are constant; processor time grows evenly since the last start. */
import { Failure, notFound } from '../../engine/failure.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import type { MetricTarget } from '../../engine/metric-targets.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { operationRows } from '../../generated/operations.ts'
import type { Kinds } from '../../generated/types.ts'
import type { ErrorMapper } from '../family.ts'
import { findHistory, type History, listStarts, startedBefore } from './history.ts'

type Droplet = Kinds['Droplet']

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Part of the memory that programs can use. */
const usableMemory = 0.96

/** Part of a filesystem that it does not reserve for itself. */
const usableSpace = { disk: 0.9655, volume: 0.9787 }

const createMeasuredCheck =
  (history: History<'Droplet'>): MetricTarget['isMeasured'] =>
  (second) => {
    const facts = history(second)
    return facts?.status === 'active' && facts.isMeasured
  }

function describeMachine(ctx: AccountContext, { id, networks }: Droplet, history: History<'Droplet'>, network: unknown): MetricTarget {
  const starts = listStarts(ctx, String(id))
  const hasInterface = networks.v4.some(({ type }) => type === network)
  return {
    labels: { host_id: String(id) },
    isMeasured: createMeasuredCheck(history),
    facts: {
      vcpus: (second) => history(second)?.vcpus,
      secondsOn: (second) => second - startedBefore(starts, second),
      memoryBytes: (second) => (history(second)?.memory ?? 0) * mebibyte * usableMemory,
      interfaces: () => Number(hasInterface),
    },
  }
}

/** Lists the disk, and every attached volume. */
function listFilesystems(ctx: AccountContext, { id, volume_ids: volumes }: Droplet, history: History<'Droplet'>): MetricTarget[] {
  const isMeasured = createMeasuredCheck(history)
  const disk: MetricTarget = {
    labels: { host_id: String(id), device: '/dev/vda1', fstype: 'ext4', mountpoint: '/' },
    isMeasured,
    facts: { bytes: (second) => (history(second)?.disk ?? 0) * gibibyte * usableSpace.disk },
  }
  const attached = volumes.map((volume, index): MetricTarget => {
    const volumeHistory = findHistory(ctx, 'Volume', volume)
    const { name, filesystem_type: type } = ctx.engine.get('Volume', volume)
    return {
      labels: {
        host_id: String(id),
        device: `/dev/sd${String.fromCodePoint(97 + index)}`,
        fstype: type || 'ext4',
        mountpoint: `/mnt/${name.replaceAll('-', '_')}`,
      },
      isMeasured,
      facts: {
        bytes: (second) => {
          const gib = volumeHistory(second)?.gib
          return gib === undefined || !history(second)?.volumes.includes(volume) ? undefined : gib * gibibyte * usableSpace.volume
        },
      },
    }
  })
  return [disk, ...attached]
}

export const dropletMetrics: HooksByKind = {
  Droplet: {
    metricTargets: (id, ctx, { part, query }) => {
      const droplet = ctx.engine.find('Droplet', id)
      if (!droplet) throw notFound()
      const history = findHistory(ctx, 'Droplet', id)
      const targets =
        part === 'filesystems' ? listFilesystems(ctx, droplet, history) : [describeMachine(ctx, droplet, history, query['interface'])]
      return { targets, interval: 120, delay: 80 }
    },
  },
}

/** Reports only the first invalid parameter, as the platform does. */
const mapError: ErrorMapper = (failure, query) => {
  for (const [name, title] of [
    ['start', 'start time'],
    ['end', 'end time'],
  ] as const)
    if (!/^\d+$/.test(query.get(name) ?? '')) return new Failure(400, `failed to parse ${title}: cannot parse to a valid timestamp`)
  const missing = ['host_id', 'interface', 'direction'].find((name) => failure.message.includes(`${name}: must be given`))
  return missing === undefined ? failure : new Failure(400, `request is missing required query parameter '${missing}'`)
}

export const dropletErrorMappers: Readonly<Record<string, ErrorMapper>> = Object.fromEntries(
  operationRows.filter(({ measures }) => measures?.resource === 'Droplet').map(({ id }) => [id, mapError]),
)
