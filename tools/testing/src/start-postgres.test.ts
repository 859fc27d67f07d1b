import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPostgres, missingPostgresMessage } from './find-postgres.ts'
import { startPostgres } from './start-postgres.ts'

const programs = findPostgres()
const psql = [...(programs === undefined ? [] : [join(programs, 'psql')]), '/usr/bin/psql'].find(existsSync)

describe('the folder of the Postgres programs', () => {
  it('is undefined when Postgres is not installed', () => {
    expect(findPostgres({ PATH: '/nowhere', SPINDRIFT_POSTGRES_BIN: '/nowhere' })).toBeUndefined()
  })
})

describe.skipIf(psql === undefined)(`Postgres${psql === undefined ? `: ${missingPostgresMessage}` : ''}`, () => {
  const runSql = (url: string, sql: string) => execFileSync(psql ?? '', [url, '-qAtc', sql], { encoding: 'utf8', stdio: 'pipe' }).trim()

  it('requires its password, keeps acknowledged rows after a kill, and removes its folder at the end', async () => {
    let folder: string
    {
      await using postgres = await startPostgres()
      folder = postgres.folder
      runSql(postgres.url, 'CREATE TABLE numbers (n integer); INSERT INTO numbers SELECT generate_series(1, 1000)')
      expect(() => runSql(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).toThrow('password authentication failed')
      await postgres.kill()
      expect(() => runSql(postgres.url, 'SELECT 1')).toThrow('Command failed')
      await postgres.start()
      expect(runSql(postgres.url, 'SELECT count(*) FROM numbers')).toBe('1000')
      await postgres.stop()
      await postgres.start()
      expect(runSql(postgres.url, 'SELECT count(*) FROM numbers')).toBe('1000')
    }
    expect(existsSync(folder)).toBe(false)
  })

  it('reports why the server does not start', async () => {
    await expect(startPostgres({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/Postgres did not start: .*shared_buffers/)
  })
})
