/** The connection of a replica to Postgres, and the privileges that it needs, as the README documents them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../create-certificate.ts'
import { startSandbox } from '../../start-sandbox.ts'
import { findPostgres, missingPostgresMessage } from '@spindrift/testing/find-postgres'
import { createDatabase, query } from '@spindrift/testing/create-database'
import { type PostgresServer, startPostgres } from '@spindrift/testing/start-postgres'

const isThere = findPostgres() !== undefined

describe.skipIf(!isThere)(`a replica's Postgres${isThere ? '' : `: ${missingPostgresMessage}`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-access-'))
  const { ca, ...tls } = createCertificate(['127.0.0.1'], Date.now())
  const { ca: otherCa } = createCertificate(['127.0.0.1'], Date.now())
  let postgres: PostgresServer
  beforeAll(async () => {
    writeFileSync(join(folder, 'ca.pem'), ca)
    writeFileSync(join(folder, 'other.pem'), otherCa)
    postgres = await startPostgres({ tls })
  })
  afterAll(async () => {
    await postgres?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a replica and creates a volume. @returns the status of the response */
  const createVolume = async (state: string) => {
    const sandbox = await startSandbox({ port: 0, state, checkReplies: true })
    try {
      const headers = { authorization: `Bearer ${sandbox.credentials().tokens.full}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ name: 'covers', region: 'nyc3', size_gigabytes: 1 })
      return (await sandbox.fetch('http://localhost/v2/volumes', { method: 'POST', headers, body })).status
    } finally {
      await sandbox.close()
    }
  }

  it('is connected to by TLS, and its certificate is verified', async () => {
    const { url } = await createDatabase(postgres.url)
    const secured = (file: string) => `${url}?sslmode=verify-full&sslrootcert=${join(folder, file)}`
    expect(await createVolume(secured('ca.pem'))).toBe(201)
    const used = await query(url, 'SELECT count(*)::integer AS n FROM pg_stat_ssl WHERE ssl')
    expect(used).toHaveLength(1)
    await expect(createVolume(secured('other.pem'))).rejects.toThrow(
      /^postgres:\/\/127\.0\.0\.1:\d+\/\S+ cannot be used: .*certificate[^\n]*$/,
    )
    await expect(createVolume(`${url}?sslmode=verify-full`)).rejects.toThrow(/certificate/)
  })

  it('needs to grant no more than one schema', async () => {
    const { url } = await createDatabase(postgres.url)
    await query(url, "CREATE ROLE least LOGIN PASSWORD 'least'")
    await query(url, 'CREATE SCHEMA spindrift AUTHORIZATION least')
    const own = new URL(url)
    own.username = own.password = 'least'
    expect(await createVolume(own.href)).toBe(201)
    expect(await createVolume(own.href)).toBe(409)
    const [row] = await query<{ readonly role: string }>(url, "SELECT tableowner AS role FROM pg_tables WHERE tablename = 'log'")
    expect(row?.role).toBe('least')
  })

  it('is rejected in one line if its tables are of another version of the sandbox', async () => {
    const { url } = await createDatabase(postgres.url)
    expect(await createVolume(url)).toBe(201)
    expect(await createVolume(url)).toBe(409)
    await query(url, 'UPDATE spindrift.version SET number = 1')
    await expect(createVolume(url)).rejects.toThrow(/^The tables in Postgres are of another version .*another database\.$/)
    await query(url, 'DROP TABLE spindrift.version')
    await expect(createVolume(url)).rejects.toThrow(/^The tables in Postgres are of another version of the sandbox \(unknown, expected 2\)/)
  })
})
