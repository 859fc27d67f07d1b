import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from '../test/attempt.ts'

const baseUrl = 'https://api.example'
const token = 'dop_v1_t0ken-of-tests'
const printed: string[] = []

beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const answer = async () => Response.json({}, { headers: { 'set-cookie': 'session=1', 'x-request-id': 'b4a5', 'x-echo': token } })

test('info prints a line with method, path, status and time', async () => {
  vi.stubEnv('SPINDRIFT_LOG', 'info')
  await attempt({ baseUrl, token, fetch: answer }, { line: 'GET /v2/things', request: { query: { page: 2, api_key: 'hidden' } } })
  expect(printed).toEqual([expect.stringMatching(/^GET https:\/\/api\.example\/v2\/things\?page=2&api_key=… 200 in \d+ ms$/)])
})

test('debug also prints the headers, without secrets', async () => {
  vi.stubEnv('SPINDRIFT_LOG', 'debug')
  await attempt({ baseUrl, token, fetch: answer })
  expect(printed).toContain('  > authorization: …')
  expect(printed).toContain('  < set-cookie: …')
  expect(printed).toContain('  < x-request-id: b4a5')
  expect(printed).toContain('  < x-echo: …')
  expect(printed.join('\n')).not.toContain(token)
})

test('prints the reason of a failed attempt and the number of the next', async () => {
  vi.stubEnv('SPINDRIFT_LOG', 'info')
  let count = 0
  const fetch = async () => {
    count += 1
    if (count === 1) throw new TypeError('fetch failed')
    return Response.json({})
  }
  await attempt({ baseUrl, fetch, retry: { baseDelayMs: 1 } })
  expect(printed[0]).toMatch(/^GET https:\/\/api\.example\/v2\/things failed in \d+ ms: no response from api\.example\.$/)
  expect(printed[1]).toMatch(/ 200 in \d+ ms, attempt 2$/)
})

test.each(['', 'off', 'Info', undefined])('prints nothing for the level %j', async (level) => {
  vi.stubEnv('SPINDRIFT_LOG', level)
  await attempt({ baseUrl, fetch: answer })
  expect(printed).toEqual([])
})
