/** Every bench, in the order they run. */
import type { Bench } from './bench.ts'
import { bundleSize } from './bundle-size.ts'
import { clientOverhead } from './client-overhead.ts'
import { clientStart } from './client-start.ts'
import { completion } from './completion.ts'
import { consoleFigures } from './console.ts'
import { consoleMemory } from './console-memory.ts'
import { consumerTypes } from './consumer-types.ts'
import { generators } from './generators.ts'
import { lighthouse } from './lighthouse.ts'
import { mcp } from './mcp.ts'
import { mockStart } from './mock-start.ts'
import { pipeline } from './pipeline.ts'
import { referencePage } from './reference-page.ts'
import { referenceSearch } from './reference-search.ts'
import { referenceSite } from './reference-site.ts'
import { sandboxMemory } from './sandbox-memory.ts'
import { sandboxMillion } from './sandbox-million.ts'
import { sandboxReplicas } from './sandbox-replicas.ts'
import { sandboxRequests } from './sandbox-requests.ts'
import { sandboxStart } from './sandbox-start.ts'

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
  sandboxMillion,
  consoleFigures,
  consoleMemory,
  sandboxReplicas,
  mcp,
  referenceSite,
  referencePage,
  referenceSearch,
  lighthouse,
]
