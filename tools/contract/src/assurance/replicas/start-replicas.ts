/** Starts several sandboxes with one state behind a load balancer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, missingPostgresMessage } from '@spindrift/testing/find-postgres'
import { type PostgresOptions, type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'
import { type Credentials, type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { type Balancer, startBalancer } from './start-balancer.ts'
import { type FaultProxy, startFaultProxy } from '@spindrift/testing/start-fault-proxy'

/** `memory` and `file` are for a single sandbox: replicas cannot share them. */
export type StateKind = 'memory' | 'file' | 'postgres'

export interface ReplicasOptions {
  readonly replicas: number
  readonly state: StateKind
  readonly flags?: readonly string[]
  readonly program?: string | undefined
  readonly postgres?: PostgresOptions
  /** Adds a proxy between the replicas and Postgres. */
  readonly hasProxy?: boolean
}

export interface Replicas extends Credentials, AsyncDisposable {
  /** Address of the balancer. */
  readonly url: string
  readonly count: number
  readonly state: StateKind
  readonly servers: SandboxProcess[]
  readonly balancer: Balancer
  readonly postgres: PostgresServer | undefined
  readonly proxy: FaultProxy | undefined
  /** Starts another replica, not yet behind the balancer. */
  readonly startReplica: () => Promise<SandboxProcess>
  /** Puts all `servers` behind the balancer. */
  readonly updateBalancer: () => void
}

/** @throws Error without Postgres if the state needs it */
export async function startReplicas(options: ReplicasOptions): Promise<Replicas> {
  const { replicas: count, state, flags = [], program, postgres: settings, hasProxy = false } = options
  if (state === 'postgres' && findPostgres() === undefined) throw new Error(`For --state postgres, ${missingPostgresMessage}`)
  if (state !== 'postgres' && count > 1) throw new Error('Several replicas need --state postgres.')
  const stack = new AsyncDisposableStack()
  try {
    const postgres = state === 'postgres' ? stack.use(await startPostgres(settings)) : undefined
    const proxy = postgres && hasProxy ? stack.use(await startFaultProxy(postgres.port)) : undefined
    const address = postgres && new URL(postgres.url)
    if (address && proxy) address.port = String(proxy.port)
    const place = address?.href ?? (state === 'file' ? join(createStateFolder(stack), 'state.db') : undefined)
    const own = [...(place === undefined ? [] : ['--state', place]), ...flags]
    const startReplica = () => startSandboxProcess({ program, flags: own })
    const servers: SandboxProcess[] = []
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop('SIGKILL')))))
    for (let n = 0; n < count; n += 1) servers.push(await startReplica())
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
      count,
      state,
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
