/** Every bench, in the order they run. */
import type { Bench } from './bench.ts'
import { bundleSize } from './bundle-size.ts'
import { clientOverhead } from './client-overhead.ts'
import { completion } from './completion.ts'
import { consumerTypes } from './consumer-types.ts'

export const benches: readonly Bench[] = [consumerTypes, completion, clientOverhead, bundleSize]
