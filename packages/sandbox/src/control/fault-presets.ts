/** Faults that are worth trying. */
import type { Fault } from './faults.ts'

export interface FaultPreset {
  readonly name: string
  readonly title: string
  readonly faults: readonly Fault[]
}

export const faultPresets: readonly FaultPreset[] = [
  { name: 'flaky', title: 'One request in twenty fails', faults: [{ operation: '*', status: 503, rate: 0.05 }] },
  { name: 'slow', title: 'Every answer takes two seconds more', faults: [{ operation: '*', latency_ms: 2000 }] },
  { name: 'rate-limited', title: 'Every request is over the limit', faults: [{ operation: '*', status: 429, retry_after: 30 }] },
  { name: 'region-down', title: 'Nothing in nyc3 can be reached', faults: [{ operation: '*', region: 'nyc3', status: 503 }] },
  { name: 'cut-off', title: 'One answer in ten breaks off', faults: [{ operation: '*', cut: 'middle', rate: 0.1 }] },
  { name: 'actions-fail', title: 'Every action ends in error', faults: [{ operation: '*', action: 'errored' }] },
]
