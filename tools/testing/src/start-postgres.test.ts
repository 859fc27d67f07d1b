/** The Postgres of the tests: it takes sessions, comes back from a kill with what it had, and leaves nothing. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPostgres, withoutPostgres } from './find-postgres.ts'
import { startPostgres } from './start-postgres.ts'

const programs = findPostgres()
const psql = [...(programs === undefined ? [] : [join(programs, 'psql')]), '/usr/bin/psql'].find(existsSync)

describe('where it is', () => {
  it('is not in a folder that has none', () => {
    expect(findPostgres({ PATH: '/nowhere', SPINDRIFT_POSTGRES_BIN: '/nowhere' })).toBeUndefined()
  })
})

describe.skipIf(psql === undefined)(`Postgres${psql === undefined ? `: ${withoutPostgres}` : ''}`, () => {
  const ask = (url: string, sql: string) => execFileSync(psql ?? '', [url, '-qAtc', sql], { encoding: 'utf8', stdio: 'pipe' }).trim()

  it('has after a kill what it had acknowledged, and its folder goes at the end', async () => {
    let folder: string
    {
      await using postgres = await startPostgres()
      folder = postgres.folder
      ask(postgres.url, 'CREATE TABLE kept (n integer); INSERT INTO kept SELECT generate_series(1, 1000)')
      await postgres.kill()
      expect(() => ask(postgres.url, 'SELECT 1')).toThrow('Command failed')
      await postgres.start()
      expect(ask(postgres.url, 'SELECT count(*) FROM kept')).toBe('1000')
      expect(postgres.log()).toContain('not properly shut down')
      await postgres.stop()
      await postgres.start()
      expect(ask(postgres.url, 'SELECT count(*) FROM kept')).toBe('1000')
    }
    expect(existsSync(folder)).toBe(false)
  })

  it('keeps who does not know the password out', async () => {
    await using postgres = await startPostgres()
    expect(() => ask(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).toThrow('password authentication failed')
  })

  it('says why it does not start', async () => {
    await expect(startPostgres({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/Postgres did not start: .*shared_buffers/)
  })
})
