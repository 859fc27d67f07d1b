/**
 * How busy an app is. Nobody visits an app of the sandbox, so each component has a steady load of its own, which health, traffic and
 * autoscaling agree on.
 */
import { numberFrom } from './digest.ts'

export interface Load {
  /** Of the CPUs of all copies there are to be at least, taken together, in percent of one copy's. */
  readonly cpuPercent: number
  readonly memoryPercent: number
  readonly requestsPerSecond: number
  /** What 95 of 100 requests take with the fewest copies. */
  readonly p95Milliseconds: number
}

export function loadOf(app: string, component: string, fewest: number): Load {
  return {
    cpuPercent: (numberFrom(180, 420, 'cpu', app, component) / 10) * fewest,
    memoryPercent: numberFrom(300, 700, 'memory', app, component) / 10,
    requestsPerSecond: numberFrom(12, 48, 'requests', app, component),
    p95Milliseconds: numberFrom(90, 240, 'duration', app, component),
  }
}
