/** Starts the sandbox of a verification: one process, or several replicas behind a load balancer. */
import { type Credentials, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import type { ReplicaFlags } from './replica-options.ts'
import { startReplicas } from './start-replicas.ts'

export interface Service extends Credentials, AsyncDisposable {
  readonly url: string
  /** Errors that it has printed so far. */
  readonly errorOutput: () => string
}

/** @throws Error for replicas without Postgres */
export async function startService({ replicas, program }: Partial<ReplicaFlags>, flags: readonly string[]): Promise<Service> {
  if (replicas !== undefined && replicas > 0) {
    const service = await startReplicas({ replicas, state: 'postgres', program, flags })
    return { ...service, errorOutput: () => service.servers.map((server) => server.errorOutput()).join('') }
  }
  const server = await startSandboxProcess({ program, flags })
  return { ...server, [Symbol.asyncDispose]: async () => void (await server.stop('SIGTERM')) }
}
