import { afterEach, describe, expect, it } from 'vitest'
import { type RespondTo, closeAll, cluster, open, readText } from './open.ts'

afterEach(closeAll)

const fail =
  (status: number, headers: Readonly<Record<string, string>> = {}): RespondTo =>
  () => ({
    status,
    body: { id: 'the_id', message: 'What is wrong.', request_id: 'request-1' },
    headers: { 'x-request-id': 'request-1', ...headers },
  })

describe('a list', () => {
  const users =
    (count: number, total: number): RespondTo =>
    () => ({
      status: 200,
      body: { users: Array.from({ length: count }, (_, n) => ({ name: `u${n}` })), links: {}, meta: { total } },
    })
  it.each([
    { input: { count: 20, total: 53 }, values: {}, expected: { total: 53, page: 1, next: 2, cut: true } },
    { input: { count: 10, total: 30 }, values: { page: '3', per_page: 10 }, expected: { total: 30, page: 3, next: null, cut: false } },
    { input: { count: 10, total: 31 }, values: { page: '3', per_page: 10 }, expected: { total: 31, page: 3, next: 4, cut: true } },
    { input: { count: 0, total: 5 }, values: { page: '9' }, expected: { total: 5, page: 9, next: null, cut: false } },
  ])('with $input.count of $input.total items returns $expected', async ({ input, values, expected }) => {
    const { call, sent } = await open({ respond: users(input.count, input.total) })
    const result = await call('db-cluster-list-users', { id: cluster, ...values })
    expect(result.structuredContent).toMatchObject(expected)
    expect(readText(result)).toContain(`${input.count} of ${input.total} users, page ${expected.page}.`)
    expect(readText(result).includes('This page is after the last one.')).toBe(input.count === 0)
    const query = new URLSearchParams(values as Record<string, string>).toString()
    expect(sent[0]?.path).toBe(`/v2/databases/${cluster}/users${query && `?${query}`}`)
  })

  it('without a further page is marked as cut', async () => {
    const { call } = await open({
      respond: () => ({ status: 200, body: { rules: Array.from({ length: 20 }, () => ({})), meta: { total: 31 } } }),
    })
    const result = await call('db-cluster-get-firewall-rules', { id: cluster })
    expect(result.structuredContent).toMatchObject({ total: 31, next: null, cut: true })
    expect(readText(result)).toContain('There are more, which this tool cannot show.')
  })
})

describe('an error of the platform', () => {
  it.each([
    { status: 401, expected: 'SPINDRIFT_TOKEN' },
    { status: 403, expected: 'it needs the scopes database:read' },
    { status: 404, expected: 'check the id' },
    { status: 409, expected: 'it conflicts' },
    { status: 412, expected: 'the current state does not allow it yet' },
    { status: 422, expected: 'correct what the message names' },
    { status: 500, expected: 'call again' },
    { status: 501, expected: 'Do not call it again' },
    { status: 302, expected: 'read the message' },
  ])('$status comes with advice', async ({ status, expected }) => {
    const { call } = await open({ respond: fail(status) })
    const result = await call('db-cluster-get', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain(`db-cluster-get failed: ${status} the_id: What is wrong. (request request-1)\nWhat to do: `)
    expect(readText(result)).toContain(expected)
    expect(result).toMatchObject({
      _meta: { 'spindrift/error': { status, id: 'the_id', message: 'What is wrong.', request_id: 'request-1' } },
    })
  })

  it.each([
    { input: { 'retry-after': '42' }, expected: 'Wait 42 seconds, until 2026-03-02T09:30:42.000Z' },
    {
      input: { 'ratelimit-reset': String(Date.parse('2026-03-02T10:00:00Z') / 1000) },
      expected: 'Wait 1800 seconds, until 2026-03-02T10:00:00.000Z',
    },
    { input: {}, expected: 'Wait a minute' },
    { input: { 'retry-after': 'soon', 'ratelimit-reset': '1e400' }, expected: 'Wait a minute' },
  ])('429 with $input has the time of the next attempt', async ({ input, expected }) => {
    const { call } = await open({ respond: fail(429, input) })
    expect(readText(await call('db-cluster-get', { id: cluster }))).toContain(expected)
  })

  it('of a change that may have taken effect advises to read the state first', async () => {
    const { call } = await open({ respond: fail(503), settings: { allowWrites: true } })
    const result = await call('db-cluster-create-user', { id: cluster, name: 'a' })
    expect(readText(result)).toContain('the change may have taken effect. Read the current state')
  })
})

describe('a response that is not as documented', () => {
  it.each(['<html>', '[]', '{"databases":{}}', '{"database":[]}', '{}'])('%s is an error', async (body) => {
    const { call } = await open({ respond: () => ({ status: 200, body }) })
    const result = await call('db-cluster-get', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain('not as documented')
  })
})

describe('an invalid argument', () => {
  it.each([
    { tool: 'db-cluster-list', input: { pages: '2' }, expected: '- pages: is unknown. Did you mean page? Known: page, per_page.' },
    {
      tool: 'db-cluster-list',
      input: { page: 2 },
      expected: '- page: must be digits in quotes, such as "2" (Page number, starting at 1, as digits in a string). It is a number.',
    },
    {
      tool: 'db-cluster-list',
      input: { page: '0' },
      expected: '- page: is too small. It must be an integer from 1 to 9007199254740991, encoded as a string.',
    },
    { tool: 'db-cluster-list', input: { per_page: 201 }, expected: '- per_page: must be an integer from 1 to 200, without quotes' },
    {
      tool: 'db-cluster-get',
      input: {},
      expected: '- id: is required. It is a UUID in quotes, such as "9cc10173-e9ea-4176-9dbc-a4cee4c4ff30" (UUID of the cluster).',
    },
    { tool: 'db-cluster-get-user', input: { id: cluster, user: '..' }, expected: '- user: cannot be "..".' },
    { tool: 'db-cluster-get-mysql-config', input: {}, expected: '- id, ID: at least one is required.' },
  ])('$tool $input is reported with the accepted values', async ({ tool, input, expected }) => {
    const { call, sent } = await open()
    const result = await call(tool, input)
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain(expected)
    expect(sent).toEqual([])
  })
})
