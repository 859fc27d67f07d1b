import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { sendJson, startServer } from '../test/scripted-server.ts'
import { createCloud } from './create-cloud.ts'
import { ConfigurationError } from './errors.ts'
import { allTables } from './generated/all-tables.ts'

const options = { baseUrl: 'http://127.0.0.1:1', token: 'dop_v1_t0ken-of-tests' }

afterEach(() => vi.unstubAllEnvs())

test('calls an operation of a family', async () => {
  const server = await startServer(sendJson(200, { droplets: [], meta: { total: 0 } }))
  const cloud = createCloud({ baseUrl: server.url, token: 't' })
  expect(await cloud.droplets.list({ query: { tag_name: 'storefront' } })).toEqual({ droplets: [], meta: { total: 0 } })
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/v2/droplets?tag_name=storefront' })
})

test('reads its configuration from the environment', async () => {
  const server = await startServer(sendJson(200, { account: {} }))
  vi.stubEnv('SPINDRIFT_BASE_URL', server.url)
  vi.stubEnv('SPINDRIFT_TOKEN', 'from-env')
  await createCloud().account.get()
  expect(server.requests[0]!.headers.authorization).toBe('Bearer from-env')
})

test('throws at once without a base URL', () => {
  vi.stubEnv('SPINDRIFT_BASE_URL', undefined)
  expect(() => createCloud({ token: 't' })).toThrow(ConfigurationError)
  expect(() => createCloud({ token: 't' })).toThrow('Pass { baseUrl } or set SPINDRIFT_BASE_URL')
})

test('rejects the call without a token', async () => {
  vi.stubEnv('SPINDRIFT_TOKEN', undefined)
  const cloud = createCloud({ baseUrl: options.baseUrl })
  await expect(cloud.droplets.list()).rejects.toThrow('GET /v2/droplets needs a token. Pass { token } or set SPINDRIFT_TOKEN.')
})

test('has an enumerable property for every family', () => {
  const cloud = createCloud(options)
  expect(Object.keys(cloud)).toEqual(Object.keys(allTables))
  expect(Object.keys(cloud.droplets.actions)).toContain('createByTag')
  expect({ ...cloud }.droplets).toBe(cloud.droplets)
})

test('creates a family once, when it is first used', () => {
  const cloud = createCloud(options)
  expect(Object.getOwnPropertyDescriptor(cloud, 'volumes')).toHaveProperty('get')
  const { volumes } = cloud
  expect(Object.getOwnPropertyDescriptor(cloud, 'volumes')).toMatchObject({ value: volumes, enumerable: true })
  expect(cloud.volumes).toBe(volumes)
  expect(Object.getOwnPropertyDescriptor(cloud, 'droplets')).toHaveProperty('get')
})

test('does not expose its token', () => {
  const cloud = createCloud(options)
  expect(`${inspect({ ...cloud }, { depth: 9, showHidden: true })}${JSON.stringify(cloud)}`).not.toContain('t0ken-of-tests')
})
