/** The whole platform as one object, a property for each family. */
import { bindFamily } from './bind-family.ts'
import type { ClientOptions } from './configuration.ts'
import { allTables } from './generated/all-tables.ts'
import type { CloudFamilies } from './generated/cloud.ts'
import { createTransport } from './transport.ts'

/**
 * Makes a client of every family.
 *
 * ```ts
 * const cloud = createCloud({ token: 'dop_v1_…', baseUrl: 'http://127.0.0.1:4020' })
 * const { droplets } = await cloud.droplets.list({ query: { tag_name: 'storefront' } })
 * ```
 *
 * @throws ConfigurationError when no base URL is given and `SPINDRIFT_BASE_URL` is not set
 */
export function createCloud(options: ClientOptions = {}): CloudFamilies {
  const send = createTransport(options, options.apis ? undefined : 'control')
  const cloud = {}
  for (const [group, table] of Object.entries(allTables)) {
    Object.defineProperty(cloud, group, {
      enumerable: true,
      configurable: true,
      get() {
        const value = bindFamily<object>(table, send)
        Object.defineProperty(cloud, group, { value, enumerable: true })
        return value
      },
    })
  }
  return cloud as CloudFamilies
}
