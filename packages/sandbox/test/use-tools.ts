import { begin } from './make-cluster.ts'
import { type TestEngine, makeDatabase } from './fixtures.ts'
import type { TestSandbox } from './make-sandbox.ts'

export const use = (sandbox: TestSandbox, tool: string, values?: unknown) => sandbox.ask('POST', `/tools/${tool}`, values)

/** One cluster that is online. */
export async function makeOne(engine: TestEngine, options?: Parameters<typeof begin>[0]) {
  const sandbox = await begin(options)
  const path = await makeDatabase(sandbox, engine)
  return { sandbox, path, id: path.slice('/v2/databases/'.length) }
}
