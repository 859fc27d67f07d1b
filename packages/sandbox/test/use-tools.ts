import { begin } from './create-cluster.ts'
import { type TestEngine, createDatabase } from './fixtures.ts'
import type { TestSandbox } from './create-test-sandbox.ts'

export const use = (sandbox: TestSandbox, tool: string, values?: unknown) => sandbox.ask('POST', `/tools/${tool}`, values)

/** Creates a cluster that is online. */
export async function createOne(engine: TestEngine, options?: Parameters<typeof begin>[0]) {
  const sandbox = await begin(options)
  const path = await createDatabase(sandbox, engine)
  return { sandbox, path, id: path.slice('/v2/databases/'.length) }
}
