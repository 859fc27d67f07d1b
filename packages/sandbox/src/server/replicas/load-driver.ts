/** Loads the Postgres driver, an optional peer dependency that only replicas need. */
import type { Client } from 'pg'

export interface Driver {
  readonly Client: typeof Client
}

/** @throws Error that says how to install it */
export async function loadDriver(load: () => Promise<unknown> = () => import('pg')): Promise<Driver> {
  let loaded: unknown
  try {
    loaded = await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('A state in Postgres needs the driver "pg" beside the sandbox. Install it: npm install pg', { cause: error })
  }
  // A CommonJS package; only newer versions of Node find its named exports.
  return (loaded as { readonly default: Driver }).default
}
