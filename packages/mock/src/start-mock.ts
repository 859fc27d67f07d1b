import { mockDefaults, type MockOptions } from './options.ts'
import { serve, type RunningServer } from './serve.ts'

/**
 * Starts the mock in this process. The first start reads the document, later ones take milliseconds; what is said of a path is read when that is first asked for.
 *
 * ```ts
 * import { startMock } from '@spindrift/mock'
 *
 * const mock = await startMock({ port: 0 })
 * const response = await fetch(`${mock.url}/v2/volumes`, { headers: { authorization: 'Bearer any-token' } })
 * await mock.close()
 * ```
 *
 * @throws Error when the port is taken or the document cannot be read
 */
export function startMock(options: MockOptions = {}): Promise<RunningServer> {
  return serve({ ...mockDefaults, ...options })
}
