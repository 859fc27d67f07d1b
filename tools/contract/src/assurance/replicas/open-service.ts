/** The sandbox that a proof asks: one process, or several replicas behind a balancer. */
import { type Credentials, startProcess } from '../start-process.ts'
import type { ReplicaFlags } from './replica-options.ts'
import { startReplicas } from './start-replicas.ts'

export interface Service extends Credentials, AsyncDisposable {
  readonly url: string
  /** What it has printed of failures, so far. */
  readonly complaints: () => string
}

/** @throws Error where several are wanted and there is no Postgres */
export async function openService({ replicas, program }: Partial<ReplicaFlags>, flags: readonly string[]): Promise<Service> {
  if (replicas !== undefined && replicas > 0) {
    const service = await startReplicas({ replicas, state: 'postgres', program, flags })
    return { ...service, complaints: () => service.servers.map((server) => server.complaints()).join('') }
  }
  const server = await startProcess({ program, flags })
  return { ...server, [Symbol.asyncDispose]: () => server.end('SIGTERM') }
}
