import { afterEach, describe, expect, it } from 'vitest'
import { hideSecrets } from '../src/results/hide-secrets.ts'
import { PlatformError } from '../src/platform/platform.ts'
import type { CallReport } from '../src/server/settings.ts'
import { closeAll, cluster, createPlatform, open, readText, token } from './open.ts'

afterEach(closeAll)

const canary = 'canary/password+1'
const connection = {
  uri: `postgresql://doadmin:${encodeURIComponent(canary)}@db.example:25060/defaultdb`,
  password: canary,
  user: 'doadmin',
}
const source = { host: 'db.tidewater.example', port: 5432, dbname: 'orders', username: 'copy', password: canary }

describe('a password', () => {
  it('is shown by the tool that gets a single cluster', async () => {
    const { call } = await open({ respond: () => ({ status: 200, body: { database: { connection } } }) })
    expect((await call('db-cluster-get', { id: cluster })).structuredContent).toEqual({ database: { connection } })
  })

  it('is masked in a list, including the URI', async () => {
    const { call } = await open({ respond: () => ({ status: 200, body: { databases: [{ connection }], meta: { total: 1 } } }) })
    const result = await call('db-cluster-list')
    expect(result.structuredContent).toMatchObject({
      databases: [
        { connection: { uri: 'postgresql://doadmin:(hidden)@db.example:25060/defaultdb', password: '(hidden)', user: 'doadmin' } },
      ],
    })
    expect(JSON.stringify(result)).not.toContain('canary')
  })

  it('of an argument is masked in errors of the platform', async () => {
    const { call } = await open({
      settings: { allowDestructive: true },
      respond: () => ({ status: 422, body: { id: 'bad', message: `cannot sign in with ${canary} and ${token}` } }),
    })
    const result = await call('db-cluster-start-online-migration', { id: cluster, source })
    expect(readText(result)).toContain('cannot sign in with (hidden) and (hidden)')
    expect(JSON.stringify(result)).not.toMatch(/canary|example-token/)
  })

  it('of an invalid argument is not repeated', async () => {
    const { call } = await open({ settings: { allowDestructive: true } })
    const result = await call('db-cluster-start-online-migration', { id: canary, source: { ...source, port: canary, extra: canary } })
    expect(readText(result)).toContain('source.port: must be')
    expect(JSON.stringify(result)).not.toContain('canary')
  })
})

describe('a list', () => {
  it('masks passwords in URLs of properties that are not secret', async () => {
    const sink = {
      sink_id: cluster,
      sink_name: 'a',
      sink_type: 'opensearch',
      config: { url: `https://ann:${encodeURIComponent(canary)}@logs.example/a` },
    }
    const { call } = await open({ respond: () => ({ status: 200, body: { sinks: [sink] } }), settings: { toolset: 'control' } })
    const { structuredContent } = await call('call_operation', {
      operation: 'databases_logsinks_list',
      path: { database_cluster_uuid: cluster },
    })
    expect(structuredContent).toMatchObject({ answer: { sinks: [{ config: { url: 'https://ann:(hidden)@logs.example/a' } }] } })
  })
})

describe('the token of the server', () => {
  it.each(['db-cluster-get', 'db-cluster-list'])('is masked in a result of %s that echoes it', async (name) => {
    const item = { id: cluster, name: `of ${token}`, tags: [token] }
    const { call } = await open({ respond: () => ({ status: 200, body: { database: item, databases: [item], meta: { total: 1 } } }) })
    const result = await call(name, name === 'db-cluster-get' ? { id: cluster } : {})
    expect(JSON.stringify(result)).toContain('of (hidden)')
    expect(JSON.stringify(result)).not.toContain(token)
  })
})

describe('secrets under custom names', () => {
  it('are masked at any length, but lists of that name are not', () => {
    const shown = { secret: 'orders-db', values: { PIN: '47', NESTED: { KEY: canary } }, notes: `not ${canary}`, found: { values: ['47'] } }
    expect(hideSecrets(shown, ['values.*'])).toEqual({
      secret: 'orders-db',
      values: { PIN: '(hidden)', NESTED: { KEY: '(hidden)' } },
      notes: 'not (hidden)',
      found: { values: ['47'] },
    })
  })
})

describe('the log', () => {
  it('has the tool and its outcome, and nothing else', async () => {
    const called: CallReport[] = []
    const { call } = await open({ settings: { onCall: (each) => called.push(each), allowDestructive: true } })
    await call('db-cluster-list')
    await call('db-cluster-start-online-migration', { id: cluster, source: { ...source, port: 0 } })
    expect(called).toEqual([
      { tool: 'db-cluster-list', outcome: 'answered', ms: 0 },
      { tool: 'db-cluster-start-online-migration', outcome: 'refused', ms: 0 },
    ])
  })
})

describe('a platform that does not respond', () => {
  it('is an error without the token, with advice about retries', async () => {
    const { platform } = createPlatform(() => ({ status: 200 }))
    const silent = { ...platform, send: () => Promise.reject(new PlatformError(`No response from db (${token}).`, false)) }
    const { call } = await open({ settings: { platform: silent, allowWrites: true } })
    expect(readText(await call('db-cluster-get', { id: cluster }))).toBe(
      'db-cluster-get failed: No response from db ((hidden)).\nWhat to do: check the base URL and that the platform (or sandbox) is running, then call again.',
    )
    expect(readText(await call('db-cluster-create-user', { id: cluster, name: 'a' }))).toContain('the change may have taken effect')
  })
})
