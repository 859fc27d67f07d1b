/** Starts the sandbox of a verification: one process, or several replicas behind a load balancer. */
import { type Credentials, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { startReplicas } from './start-replicas.ts'

export interface Service extends Credentials, AsyncDisposable {
  readonly url: string
  /** Errors that it has printed so far. */
  readonly errorOutput: () => string
}

/** @throws Error for replicas without Postgres */
export async function startService(replicas: number, flags: readonly string[]): Promise<Service> {
  if (replicas > 0) {
    const service = await startReplicas({ replicas, flags })
    return { ...service, errorOutput: () => service.servers.map((server) => server.errorOutput()).join('') }
  }
  const server = await startSandboxProcess({ flags })
  return { ...server, [Symbol.asyncDispose]: async () => void (await server.stop('SIGTERM')) }
}
