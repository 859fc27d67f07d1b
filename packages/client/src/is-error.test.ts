import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { catchError } from '../test/catch-error.ts'
import { findClosedUrl, sendJson, sendNothing, startServer } from '../test/scripted-server.ts'
import { createCloud, errorCatalog, type RateLimitError, UnprocessableEntityError } from './index.ts'
import * as client from './index.ts'
import { createTestCloud } from './testing/index.ts'

/** All type guards of the package by name. */
const questions = Object.fromEntries(
  Object.entries(client).filter((entry): entry is [string, (error: unknown) => boolean] => /^is[A-Z]/.test(entry[0])),
)

function listMatching(error: unknown): string[] {
  return Object.keys(questions).filter((name) => questions[name]!(error))
}

async function createFailure(status: number, message = 'Why.') {
  const server = await startServer(sendJson(status, { id: 'some', message }))
  return catchError(createCloud({ baseUrl: server.url, token: 'token-of-tests', retry: false }).volumes.list())
}

describe('type guards', () => {
  test.each([
    { status: 400, expected: ['isBadRequest'] },
    { status: 401, expected: ['isUnauthorized'] },
    { status: 403, expected: ['isForbidden'] },
    { status: 404, expected: ['isNotFound'] },
    { status: 409, expected: ['isConflict'] },
    { status: 412, expected: [] },
    { status: 422, expected: ['isUnprocessable'] },
    { status: 429, expected: ['isRateLimited', 'isRetryable'] },
    { status: 500, expected: ['isRetryable'] },
    { status: 501, expected: [] },
    { status: 503, expected: ['isRetryable'] },
  ])('$status → $expected', async ({ status, expected }) => {
    expect(listMatching(await createFailure(status))).toEqual(expected)
  })

  test('match errors without a response', async () => {
    const refused = await catchError(createCloud({ baseUrl: await findClosedUrl(), token: 'token', retry: false }).volumes.list())
    expect(listMatching(refused)).toEqual(['isConnectionError', 'isRetryable'])
    const server = await startServer(sendNothing)
    const late = await catchError(createCloud({ baseUrl: server.url, token: 'token', retry: false, timeoutMs: 40 }).volumes.list())
    expect(listMatching(late)).toEqual(['isConnectionError', 'isRetryable', 'isTimeout'])
    expect(listMatching(await createFailure(422, 'Droplet already has a pending event.'))).toEqual(['isLocked', 'isUnprocessable'])
  })

  test.each([undefined, null, 'text', 404, new Error('no'), { status: 404 }])('match nothing for %s', (input) => {
    expect(listMatching(input)).toEqual([])
  })
})

test('the catalog matches the specification', () => {
  const text = readFileSync(new URL('../../../spec/shared/errors.yaml', import.meta.url), 'utf8')
  const ids = [...text.matchAll(/value:\s+(?:\{ )?id: ([a-z_]+)/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(8)
  expect(ids.filter((id) => !errorCatalog.some((entry) => entry.id === id))).toEqual([])
  expect(errorCatalog.map(({ status }) => status)).toEqual(errorCatalog.map(({ status }) => status).toSorted((a, b) => a - b))
})

test('the catalog matches the platform and the type guards', async () => {
  await using platform = await createTestCloud({ client: { retry: false } })
  for (const { status, id, isRetryable } of errorCatalog) {
    await platform.fail({ operation: 'volumes_list', status, times: 1 })
    const error = await catchError(platform.cloud.volumes.list())
    expect(error).toMatchObject({ status, id })
    expect(client.isRetryable(error)).toBe(isRetryable)
  }
})

describe('fields of a 422', () => {
  test('are listed with their messages', async () => {
    await using platform = await createTestCloud()
    // @ts-expect-error fields are missing or invalid
    const call = platform.cloud.volumes.create({ body: { region: 'mars', size_gigabytes: 'x' } })
    const error = await catchError(call, UnprocessableEntityError)
    expect(error.fields.map(({ name }) => name)).toEqual(['name', 'size_gigabytes', 'region'])
    expect(error.fields[1]?.message).toBe('must be integer')
  })
})

test('resetAt is undefined without headers', async () => {
  expect(((await createFailure(429)) as RateLimitError).resetAt).toBeUndefined()
})

test('errors are readable wherever they are printed', async () => {
  await using platform = await createTestCloud()
  const error = await catchError(platform.cloud.volumes.get({ path: { volume_id: '506f78a4-e098-11e5-ad9f-000f53306ae1' } }))
  expect(String(error)).toMatch(
    /^NotFoundError: GET \/v2\/volumes\/506f78a4-e098-11e5-ad9f-000f53306ae1: 404 not_found: The resource you were accessing could not be found\. \(request [\w-]+\)$/,
  )
  expect(inspect(error).split('\n')[0]).toContain('NotFoundError: GET /v2/volumes/506f78a4-e098-11e5-ad9f-000f53306ae1: 404')
  expect(inspect(error)).not.toContain('Headers')
})
