/** A sandbox in this process with an optional service, for the tests of the service. */
import { type Service, startSandbox, type StartOptions } from '@spindrift/sandbox'
import { type SandboxReply, sendRequest } from './send-request.ts'

export type ServiceSandbox = Awaited<ReturnType<typeof startService>>

export async function startService(service: Service, options: StartOptions = {}) {
  const errors: unknown[] = []
  const defaults = { port: 0, seed: 7, actionSeconds: 0, rateLimits: 'off', services: [service] } as const
  const sandbox = await startSandbox({ ...defaults, onError: (error) => errors.push(error), ...options })
  const [running] = sandbox.services
  if (!running) throw new Error('The service did not start.')
  return {
    ...running,
    sandbox,
    /** Internal errors of the sandbox so far. */
    errors,
    /** Sends a request to the sandbox. */
    request: (method: string, path: string, body?: object, token?: string): Promise<SandboxReply> =>
      sendRequest(sandbox, method, path, body, token),
    close: sandbox.close,
  }
}
