/** All benchmarks, in the order in which they run. */
import type { Bench } from './bench.ts'
import { bundleSize } from './bundle-size.ts'
import { clientOverhead } from './client-overhead.ts'
import { clientStart } from './client-start.ts'
import { completion } from './completion.ts'
import { consumerTypes } from './consumer-types.ts'
import { dns } from './dns.ts'
import { generators } from './generators.ts'
import { mcp } from './mcp.ts'
import { mockStart } from './mock-start.ts'
import { pipeline } from './pipeline.ts'
import { postgres } from './postgres.ts'
import { referencePage } from './reference-page.ts'
import { sandboxMemory } from './sandbox-memory.ts'
import { sandboxRequests } from './sandbox-requests.ts'
import { sandboxStart } from './sandbox-start.ts'
import { spaces } from './spaces.ts'

export const benches: readonly Bench[] = [
  pipeline,
  generators,
  consumerTypes,
  completion,
  clientOverhead,
  clientStart,
  bundleSize,
  mockStart,
  sandboxRequests,
  sandboxStart,
  sandboxMemory,
  dns,
  spaces,
  postgres,
  mcp,
  referencePage,
]
