/** The machine the figures are from. They compare within one run only. */
import { availableParallelism, cpus, loadavg } from 'node:os'

export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cores: number
  readonly processor: string
  /** The load of the last minute when the run began; above 0.5 the machine was busy with something else too. */
  readonly load: number
}

export function parseMachine(): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  }
}
