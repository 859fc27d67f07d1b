import { afterEach, describe, expect, it } from 'vitest'
import { type Answering, closeAll, cluster, open, readText } from './open.ts'

afterEach(closeAll)

const fail =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  () => ({
    status,
    body: { id: 'the_id', message: 'What is wrong.', request_id: 'request-1' },
    headers: { 'x-request-id': 'request-1', ...headers },
  })

describe('a list', () => {
  const users =
    (count: number, total: number): Answering =>
    () => ({
      status: 200,
      body: { users: Array.from({ length: count }, (_, n) => ({ name: `u${n}` })), links: {}, meta: { total } },
    })
  it.each([
    { given: { count: 20, total: 53 }, values: {}, want: { total: 53, page: 1, next: 2, cut: true } },
    { given: { count: 10, total: 30 }, values: { page: '3', per_page: 10 }, want: { total: 30, page: 3, next: null, cut: false } },
    { given: { count: 10, total: 31 }, values: { page: '3', per_page: 10 }, want: { total: 31, page: 3, next: 4, cut: true } },
    { given: { count: 0, total: 5 }, values: { page: '9' }, want: { total: 5, page: 9, next: null, cut: false } },
  ])('with $given.count of $given.total items returns $want', async ({ given, values, want }) => {
    const { call, sent } = await open({ answering: users(given.count, given.total) })
    const result = await call('db-cluster-list-users', { id: cluster, ...values })
    expect(result.structuredContent).toMatchObject(want)
    expect(readText(result)).toContain(`${given.count} of ${given.total} users, page ${want.page}.`)
    expect(readText(result).includes('This page is after the last one.')).toBe(given.count === 0)
    const query = new URLSearchParams(values as Record<string, string>).toString()
    expect(sent[0]?.path).toBe(`/v2/databases/${cluster}/users${query && `?${query}`}`)
  })

  it('without a further page is marked as cut', async () => {
    const { call } = await open({
      answering: () => ({ status: 200, body: { rules: Array.from({ length: 20 }, () => ({})), meta: { total: 31 } } }),
    })
    const result = await call('db-cluster-get-firewall-rules', { id: cluster })
    expect(result.structuredContent).toMatchObject({ total: 31, next: null, cut: true })
    expect(readText(result)).toContain('There are more, which this tool cannot show.')
  })
})

describe('an error of the platform', () => {
  it.each([
    { status: 401, want: 'SPINDRIFT_TOKEN' },
    { status: 403, want: 'it needs the scopes database:read' },
    { status: 404, want: 'check the id' },
    { status: 409, want: 'it conflicts' },
    { status: 412, want: 'the current state does not allow it yet' },
    { status: 422, want: 'correct what the message names' },
    { status: 500, want: 'call again' },
    { status: 501, want: 'Do not call it again' },
    { status: 302, want: 'read the message' },
  ])('$status comes with advice', async ({ status, want }) => {
    const { call } = await open({ answering: fail(status) })
    const result = await call('db-cluster-get', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain(`db-cluster-get failed: ${status} the_id: What is wrong. (request request-1)\nWhat to do: `)
    expect(readText(result)).toContain(want)
    expect(result).toMatchObject({
      _meta: { 'spindrift/error': { status, id: 'the_id', message: 'What is wrong.', request_id: 'request-1' } },
    })
  })

  it.each([
    { given: { 'retry-after': '42' }, want: 'Wait 42 seconds, until 2026-03-02T09:30:42.000Z' },
    {
      given: { 'ratelimit-reset': String(Date.parse('2026-03-02T10:00:00Z') / 1000) },
      want: 'Wait 1800 seconds, until 2026-03-02T10:00:00.000Z',
    },
    { given: {}, want: 'Wait a minute' },
    { given: { 'retry-after': 'soon', 'ratelimit-reset': '1e400' }, want: 'Wait a minute' },
  ])('429 with $given has the time of the next attempt', async ({ given, want }) => {
    const { call } = await open({ answering: fail(429, given) })
    expect(readText(await call('db-cluster-get', { id: cluster }))).toContain(want)
  })

  it('of a change that may have taken effect advises to read the state first', async () => {
    const { call } = await open({ answering: fail(503), settings: { allowWrites: true } })
    const result = await call('db-cluster-create-user', { id: cluster, name: 'a' })
    expect(readText(result)).toContain('the change may have taken effect. Read the current state')
  })
})

describe('a response that is not as documented', () => {
  it.each(['<html>', '[]', '{"databases":{}}', '{"database":[]}', '{}'])('%s is an error', async (body) => {
    const { call } = await open({ answering: () => ({ status: 200, body }) })
    const result = await call('db-cluster-get', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain('not as documented')
  })
})

describe('an invalid argument', () => {
  it.each([
    { tool: 'db-cluster-list', given: { pages: '2' }, want: '- pages: is unknown. Did you mean page? Known: page, per_page.' },
    {
      tool: 'db-cluster-list',
      given: { page: 2 },
      want: '- page: must be digits in quotes, such as "2" (Page number, starting at 1, as digits in a string). It is a number.',
    },
    {
      tool: 'db-cluster-list',
      given: { page: '0' },
      want: '- page: is too small. It must be an integer from 1 to 9007199254740991, encoded as a string.',
    },
    { tool: 'db-cluster-list', given: { per_page: 201 }, want: '- per_page: must be an integer from 1 to 200, without quotes' },
    {
      tool: 'db-cluster-get',
      given: {},
      want: '- id: is required. It is a UUID in quotes, such as "9cc10173-e9ea-4176-9dbc-a4cee4c4ff30" (UUID of the cluster).',
    },
    { tool: 'db-cluster-get-user', given: { id: cluster, user: '..' }, want: '- user: cannot be "..".' },
    { tool: 'db-cluster-get-mysql-config', given: {}, want: '- id, ID: at least one is required.' },
  ])('$tool $given is reported with the accepted values', async ({ tool, given, want }) => {
    const { call, sent } = await open()
    const result = await call(tool, given)
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain(want)
    expect(sent).toEqual([])
  })
})
