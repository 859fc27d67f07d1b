import { mockDefaults, type MockOptions } from './options.ts'
import { serve, type RunningServer } from './serve.ts'

/**
 * Starts the mock in this process. The first start reads the document, later ones take milliseconds. Each path is loaded with its first request.
 *
 * ```ts
 * import { startMock } from '@spindrift/mock'
 *
 * const mock = await startMock({ port: 0 })
 * const response = await fetch(`${mock.url}/v2/volumes`, { headers: { authorization: 'Bearer any-token' } })
 * await mock.close()
 * ```
 *
 * @throws Error if the port is in use or the document cannot be read
 */
export function startMock(options: MockOptions = {}): Promise<RunningServer> {
  return serve({ ...mockDefaults, ...options })
}
