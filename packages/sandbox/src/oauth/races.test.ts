/** Many callers at once over real connections: exactly as many win as may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../start-sandbox.ts'
import { startTestSandbox } from '../../test/open-sandbox.ts'
import { attach, exchangeOf, getCode, getPair, type OAuthSandbox, refreshOf, type Sent } from '../../test/oauth/oauth-sandbox.ts'

const rounds = Number(process.env['RACE_ROUNDS'] ?? 5)
const callers = 64

let running: RunningSandbox
let tools: OAuthSandbox
beforeAll(async () => {
  running = await startTestSandbox({ port: 0, rateLimits: 'off' })
  tools = attach(running.url, running.credentials())
})
afterAll(() => running.close())

const allAtOnce = (ask: (caller: number) => Promise<Sent>) => Promise.all(Array.from({ length: callers }, (_each, caller) => ask(caller)))
const isGranted = ({ status }: Sent) => status === 200
const works = async (token: string) => (await tools.get('/v2/account', token)).status === 200

describe(`${callers} concurrent callers`, { timeout: 60_000 + rounds * 10_000 }, () => {
  it('receive one grant for one code', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const code = await getCode(tools)
      const answers = await allAtOnce(() => tools.form('/v1/oauth/token', exchangeOf(tools, code)))
      expect(answers.filter(isGranted)).toHaveLength(1)
      expect(await works(answers.find(isGranted)?.body.access_token)).toBe(true)
    }
  })

  it('[refresh-exactly-once] receive one pair for one refresh token at both endpoints together', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { refresh_token: token } = await getPair(tools)
      const answers = await allAtOnce((caller) => tools.form(`/v1/oauth/${caller % 2 === 0 ? 'refresh' : 'token'}`, refreshOf(token)))
      expect(answers.filter(isGranted)).toHaveLength(1)
      expect(await works(answers.find(isGranted)?.body.access_token)).toBe(true)
    }
  })

  it('leave the old token invalid and at most one new pair when half revoke and half refresh', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { access_token: token, refresh_token: next } = await getPair(tools)
      const headers = { authorization: `Bearer ${tools.tokens.full}` }
      const answers = await allAtOnce((caller) =>
        caller % 2 === round % 2 ? tools.form('/v1/oauth/refresh', refreshOf(next)) : tools.form('/v1/oauth/revoke', { token }, headers),
      )
      const pairs = answers.filter((response) => isGranted(response) && response.body.refresh_token !== undefined)
      expect(pairs.length).toBeLessThanOrEqual(1)
      expect(await works(token)).toBe(false)
      for (const { body } of pairs) expect(await works(body.access_token)).toBe(true)
    }
  })
})
