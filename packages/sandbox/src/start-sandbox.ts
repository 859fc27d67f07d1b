import { randomBytes } from 'node:crypto'
import { createLocalSandbox, type Sandbox } from './create-sandbox.ts'
import { checkOptions, defaultHost, defaultPort, isPostgres, type SandboxOptions, type StartOptions } from './options.ts'
import { isNetworkExposed } from './network-exposure.ts'
import { type Core, listen } from './server/listen.ts'
import { prepareTls } from './server/prepare-tls.ts'
import type { RunningService } from './services/service-endpoints.ts'
import { trustProxies } from './http/parse-forwarded.ts'

export interface RunningSandbox extends Omit<Sandbox, 'close'> {
  /** Base URL of all APIs, for clients on this machine. */
  readonly url: string
  /** Token for `/_sandbox`; undefined if none is set and only this machine can reach the sandbox. */
  readonly controlToken: string | undefined
  /** Services behind the API, with their URLs. */
  readonly services: readonly RunningService[]
  /** CA certificate in PEM, if the certificate was created for this run. */
  readonly ca: string | undefined
  /** Stops the server after open requests, within a second. May be called more than once. */
  readonly close: () => Promise<void>
  /** Closes the state at once, for a process that exits without waiting. */
  readonly end: () => void
}

/**
 * Starts a sandbox with a server in this process, on loopback by default.
 *
 * ```ts
 * import { startSandbox } from '@spindrift/sandbox'
 *
 * const sandbox = await startSandbox({ port: 0, actionSeconds: 0 })
 * const { tokens } = sandbox.credentials()
 * const response = await fetch(`${sandbox.url}/v2/volumes`, { headers: { authorization: `Bearer ${tokens.full}` } })
 * await sandbox.close()
 * ```
 *
 * @throws Error when the port is in use or a TLS file is invalid; StateFileError when the state file cannot be used
 */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const { port = defaultPort, host = defaultHost, requestSeconds, trustedProxies = [], ...rest } = options
  const isTrusted = trustProxies(trustedProxies)
  const controlToken = options.controlToken ?? (isNetworkExposed(options) ? randomBytes(32).toString('hex') : undefined)
  const tls = await prepareTls(options)
  const { services, ...sandbox } = await openSandbox({ ...rest, controlToken }, tls?.ca)
  try {
    await services?.start({ host, port })
    const server = await listen(sandbox.core, { port, host, requestSeconds, isTrusted, tls })
    return {
      ...sandbox,
      url: server.url,
      services: services?.running ?? [],
      controlToken,
      ca: tls?.ca,
      close: async () => {
        await server.close()
        await services?.stop()
        await sandbox.close()
      },
      end: () => {
        void services?.stop()
        void sandbox.close()
      },
    }
  } catch (error) {
    await services?.stop()
    await sandbox.close()
    throw error
  }
}

/** Creates a sandbox with its own state, or a replica if the state is in Postgres. Only a replica loads the code of replicas. */
async function openSandbox(options: SandboxOptions, authority: string | undefined) {
  if (isPostgres(options.state)) {
    const { startReplica } = await import('./server/replicas/start-replica.ts')
    return { ...(await startReplica({ options, url: options.state, authority })), services: undefined }
  }
  checkOptions(options)
  const services = options.services?.length ? await createServiceRunner(options.services) : undefined
  const sandbox = createLocalSandbox(options, authority, services)
  const core: Core = services ? { ...sandbox, delay: (response) => services.delayResponse(response) } : sandbox
  return { ...sandbox, core, services }
}

/** Loads the packages and the code of services, which a sandbox without services never does. */
async function createServiceRunner(services: NonNullable<SandboxOptions['services']>) {
  const [{ loadServices }, { ServiceRunner }] = await Promise.all([
    import('./services/load-services.ts'),
    import('./services/service-runner.ts'),
  ])
  return new ServiceRunner(await loadServices(services))
}
