/** Client of the whole platform. */
import { addDeprecation } from './add-deprecation.ts'
import { addVerbs } from './add-verbs.ts'
import { bindFamily } from './bind-family.ts'
import type { ClientOptions } from './configuration.ts'
import { allTables } from './generated/all-tables.ts'
import type { CloudFamilies } from './generated/cloud.ts'
import { addStreams } from './inference/add-streams.ts'
import { addPages } from './pages/add-pages.ts'
import { createTransport } from './transport.ts'
import { addActionWait } from './wait/add-action-wait.ts'
import { addWaits } from './wait/add-waits.ts'

/** Client of the whole platform, with a property for each family. */
export interface Cloud extends CloudFamilies {
  /** Creates a client with these options changed and all others unchanged. This client stays as it is. */
  withOptions(options: ClientOptions): Cloud
}

/**
 * Creates a client of the whole platform.
 *
 * ```ts
 * const cloud = createCloud({ token: 'dop_v1_…', baseUrl: 'http://127.0.0.1:4020' })
 * const { droplets } = await cloud.droplets.list({ tag_name: 'storefront' })
 * ```
 *
 * @throws ConfigurationError if there is no `baseUrl` and `SPINDRIFT_BASE_URL` is not set
 */
export function createCloud(options: ClientOptions = {}): Cloud {
  const send = createTransport(options, options.apis ? undefined : 'control')
  // Not enumerable, so that enumeration yields the families only.
  const cloud = Object.defineProperty({}, 'withOptions', {
    value: (others: ClientOptions) => createCloud({ ...options, ...others }),
  }) as Cloud
  for (const [name, table] of Object.entries(allTables)) {
    Object.defineProperty(cloud, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = bindFamily(table, send, addPages, addWaits, addActionWait, addDeprecation, addVerbs, addStreams)
        Object.defineProperty(cloud, name, { value, enumerable: true })
        return value
      },
    })
  }
  return cloud
}
