/** Drivers are installed by those who keep something in another program, and loaded for them alone. */
import type { Client } from 'pg'

export interface Driver {
  readonly Client: typeof Client
}

/** What is used of it: its own types take as long to check as those of the whole sandbox. */
export interface ValkeyDriver {
  readonly createClient: (options: object) => ValkeyClient
  readonly ErrorReply: new (...args: never[]) => Error
}

export interface ValkeyClient {
  readonly isReady: boolean
  readonly on: (event: 'error', hear: (error: Error) => void) => unknown
  readonly connect: () => Promise<unknown>
  readonly sendCommand: (words: readonly string[]) => Promise<unknown>
  readonly destroy: () => void
}

/** @throws Error that says how to install it */
export function loadDriver(load: () => Promise<unknown> = () => import('pg')): Promise<Driver> {
  return loadOptional<Driver>('A state in Postgres needs', 'pg', load)
}

/** @throws Error that says how to install it */
export function loadValkeyDriver(load: () => Promise<unknown> = () => import('@redis/client')): Promise<ValkeyDriver> {
  return loadOptional<ValkeyDriver>('Limits in Valkey need', '@redis/client', load)
}

async function loadOptional<Loaded>(what: string, name: string, load: () => Promise<unknown>): Promise<Loaded> {
  let loaded: unknown
  try {
    loaded = await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(`${what} the driver "${name}" beside the sandbox. Install it: npm install ${name}`, { cause: error })
  }
  // CommonJS, whose named exports Node finds only in newer versions of it.
  return (loaded as { readonly default: Loaded }).default
}
