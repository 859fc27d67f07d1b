/** Starts several sandboxes with one state behind a load balancer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, missingPostgresMessage } from '@spindrift/testing/find-postgres'
import { type PostgresOptions, type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import { type Credentials, type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { type Balancer, startBalancer } from './start-balancer.ts'
import { type FaultProxy, startFaultProxy } from '@spindrift/testing/start-fault-proxy'

export interface ReplicasOptions {
  /** Number of sandboxes over one Postgres; 0 for a single one with a state file. */
  readonly replicas: number
  readonly flags?: readonly string[]
  readonly postgres?: PostgresOptions
  /** Adds a proxy between the replicas and Postgres. */
  readonly hasProxy?: boolean
}

export interface Replicas extends Credentials, AsyncDisposable {
  /** Address of the balancer. */
  readonly url: string
  readonly servers: SandboxProcess[]
  readonly balancer: Balancer
  readonly postgres: PostgresServer | undefined
  readonly proxy: FaultProxy | undefined
  /** Starts another replica, not yet behind the balancer. */
  readonly startReplica: () => Promise<SandboxProcess>
  /** Puts all `servers` behind the balancer. */
  readonly updateBalancer: () => void
}

/** @throws Error for replicas without Postgres */
export async function startReplicas({ replicas, flags = [], postgres: settings, hasProxy = false }: ReplicasOptions): Promise<Replicas> {
  if (replicas > 0 && findPostgres() === undefined) throw new Error(`For replicas, ${missingPostgresMessage}`)
  const stack = new AsyncDisposableStack()
  try {
    const postgres = replicas > 0 ? stack.use(await startPostgres(settings)) : undefined
    const proxy = postgres && hasProxy ? stack.use(await startFaultProxy(postgres.port)) : undefined
    const address = postgres && new URL(postgres.url)
    if (address && proxy) address.port = String(proxy.port)
    const state = address?.href ?? join(createStateFolder(stack), 'state.db')
    const startReplica = () => startSandboxProcess({ flags: ['--state', state, ...flags] })
    const servers: SandboxProcess[] = []
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop('SIGKILL')))))
    for (let n = 0; n < Math.max(1, replicas); n += 1) servers.push(await startReplica())
    const urls = () => servers.map(({ url }) => url)
    const balancer = stack.use(await startBalancer(urls()))
    const [{ tokens, oauth, user, inference_key } = throwWithoutReplica()] = servers
    const resources = stack.move()
    return {
      tokens,
      oauth,
      user,
      inference_key,
      url: balancer.url,
      servers,
      balancer,
      postgres,
      proxy,
      startReplica,
      updateBalancer: () => balancer.setTargets(urls()),
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

function createStateFolder(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-replicas-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function throwWithoutReplica(): never {
  throw new Error('Expected at least one replica.')
}
