/** With `SPINDRIFT_TEST_REPLICAS=3`, one Postgres for a whole test run: see `test/open-sandbox.ts`. */
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the state of all sandboxes in tests; undefined for states in memory. */
    readonly postgres: { readonly url: string; readonly replicas: number } | undefined
  }
}

let postgres: PostgresServer | undefined

export async function setup({ provide }: TestProject): Promise<void> {
  const replicas = Number(process.env['SPINDRIFT_TEST_REPLICAS'] ?? 0)
  if (!(replicas > 0)) return
  postgres = await startPostgres({ settings: { max_connections: 600 } })
  provide('postgres', { url: postgres.url, replicas })
}

export async function teardown(): Promise<void> {
  await postgres?.[Symbol.asyncDispose]()
}
