/** Presets for common failures. */
import type { Fault } from './faults.ts'

export interface FaultPreset {
  readonly name: string
  readonly title: string
  readonly faults: readonly Fault[]
}

export const faultPresets: readonly FaultPreset[] = [
  { name: 'flaky', title: '5% of requests fail with 503', faults: [{ operation: '*', status: 503, rate: 0.05 }] },
  { name: 'slow', title: 'Responses are delayed by 2 s', faults: [{ operation: '*', latency_ms: 2000 }] },
  { name: 'rate-limited', title: 'Every request is rate limited (429)', faults: [{ operation: '*', status: 429, retry_after: 30 }] },
  { name: 'region-down', title: 'Region nyc3 is unavailable', faults: [{ operation: '*', region: 'nyc3', status: 503 }] },
  { name: 'cut-off', title: '10% of responses are cut off', faults: [{ operation: '*', cut: 'middle', rate: 0.1 }] },
  { name: 'actions-fail', title: 'Every action ends in error', faults: [{ operation: '*', action: 'errored' }] },
]
