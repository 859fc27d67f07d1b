/** Machine of a benchmark run. Figures are only comparable within one run. */
import { availableParallelism, cpus, loadavg } from 'node:os'

export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cores: number
  readonly processor: string
  /** Load average of the last minute at the start; above 0.5 the machine was also busy with something else. */
  readonly load: number
}

export function describeMachine(): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  }
}
