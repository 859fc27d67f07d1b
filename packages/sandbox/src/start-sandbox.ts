import { createSandbox, type Sandbox } from './create-sandbox.ts'
import type { SandboxOptions } from './options.ts'
import { listen } from './server/listen.ts'

export interface StartOptions extends SandboxOptions {
  /** 0 for any that is free. */
  readonly port?: number
  /** How long a client may take to send a request; 30. */
  readonly requestSeconds?: number
}

export interface RunningSandbox extends Omit<Sandbox, 'close'> {
  /** The base URL of every API. */
  readonly url: string
  readonly close: () => Promise<void>
}

export const defaultPort = 4020

/**
 * Starts the platform in this process, on loopback.
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
 * @throws Error when the port is taken; StateFileError when the state file cannot be used
 */
export async function startSandbox({ port = defaultPort, requestSeconds, ...options }: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options)
  try {
    const server = await listen(sandbox, port, requestSeconds)
    return {
      ...sandbox,
      url: server.url,
      close: async () => {
        await server.close()
        sandbox.close()
      },
    }
  } catch (error) {
    sandbox.close()
    throw error
  }
}
