/** Measures one way to run SQL, in a process of its own. Prints the first connection in milliseconds and queries a second as JSON. */
import { startSandbox } from '@spindrift/sandbox'
import { Client } from 'pg'

const queries = 2000
const [, , subject] = process.argv

if (subject === 'in-process') {
  const { PGlite } = await import('@electric-sql/pglite')
  const started = performance.now()
  const database = await PGlite.create()
  await database.query('select 1')
  const first = performance.now() - started
  console.log(JSON.stringify({ first, rate: await measureRate(() => database.query('select 1')) }))
  process.exit()
}

const { createService } = await import('@spindrift/postgres')
const backend = subject === 'postgresql' ? 'system' : 'pglite'
const sandbox = await startSandbox({ port: 0, actionSeconds: 0, services: [createService({ backend })] })
const response = await fetch(`${sandbox.url}/v2/databases`, {
  method: 'POST',
  headers: { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'bench', engine: 'pg', version: '17', size: 'db-s-1vcpu-1gb', region: 'nyc3', num_nodes: 1 }),
})
const { database } = (await response.json()) as { readonly database: { readonly connection: { readonly uri: string } } }
const started = performance.now()
const client = new Client(database.connection.uri)
await client.connect()
await client.query('select 1')
const first = performance.now() - started
console.log(JSON.stringify({ first, rate: await measureRate(() => client.query('select 1')) }))
await client.end()
await sandbox.close()

/** Runs queries one after another. */
async function measureRate(query: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 200; n += 1) await query()
  const from = performance.now()
  for (let n = 0; n < queries; n += 1) await query()
  return queries / ((performance.now() - from) / 1000)
}
