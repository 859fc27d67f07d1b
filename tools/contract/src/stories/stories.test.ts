/** Every story on both servers and through Prism's proxy, and that a server which is wrong in one place is found out. */
import { startProxy } from '@spindrift/mock'
import { describe, expect, it } from 'vitest'
import { loadSpecification } from '../load-specification.ts'
import { passOn, serve } from '../serve.ts'
import { serverNames } from './abilities.ts'
import { createFindOperation } from './find-operation.ts'
import { runStories } from './run-stories.ts'
import { allStories } from './cases/all-stories.ts'
import { domains } from './cases/domains.ts'
import { volumes } from './cases/volumes.ts'
import { watchReplies, type Send } from './watch-replies.ts'

describe.each(serverNames)('the stories on %s', (server) => {
  it('come to their end, and every reply is as specified', async () => {
    const { findings, passed, total } = await runStories({ server, stories: allStories, seed: 7 })
    expect(findings).toEqual([])
    expect([passed, total]).toEqual([allStories.length, allStories.length])
  })
})

const rewrite =
  (path: RegExp, change: (text: string) => string): Send =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (!path.test(new URL(url).pathname) || response.status >= 300 || response.status === 204) return response
    return new Response(change(await response.text()), { status: response.status, headers: response.headers })
  }

describe('a server that is wrong in one place', () => {
  it.each<{ readonly given: string; readonly send: Send; readonly want: string | RegExp }>([
    {
      given: 'a field has another type',
      send: rewrite(/\/volumes\/[0-9a-f-]{36}$/, (text) => text.replace(/"size_gigabytes":(\d+)/, '"size_gigabytes":"$1"')),
      want: 'must be integer',
    },
    {
      given: 'what was made is another',
      send: rewrite(/\/volumes\/[0-9a-f-]{36}$/, (text) => text.replace('"covers-data"', '"other-data"')),
      want: /cases\/volumes\.ts:\d+ Expected values to be strictly deep-equal/,
    },
    {
      given: 'what is forbidden is done',
      send: async (url, init) =>
        init.method === 'DELETE' && /\/volumes\/[^/]+$/.test(url) ? new Response(null, { status: 204 }) : fetch(url, init),
      want: 'A refusal with 409 was expected, and a success came.',
    },
    {
      given: 'a status is not documented',
      send: async (url, init) =>
        init.method === 'POST' && url.endsWith('/v2/volumes') ? Response.json({}, { status: 207 }) : fetch(url, init),
      want: 'header ratelimit-limit is missing',
    },
  ])('is found out when $given', async ({ send, want }) => {
    const { findings, passed } = await runStories({ server: 'sandbox', stories: [volumes], seed: 7, send })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toMatch(want)
  })

  it('leaves the other stories alone', async () => {
    const send = rewrite(/\/volumes/, (text) => text.replaceAll('"region":', '"area":'))
    expect(await runStories({ server: 'sandbox', stories: [volumes, domains], seed: 7, send })).toMatchObject({ passed: 1, total: 2 })
  })

  it('is found out on Prism by the shapes of its replies alone', async () => {
    const send = rewrite(/\/volumes/, (text) => text.replaceAll('"region":', '"area":'))
    const { findings } = await runStories({ server: 'prism', stories: [volumes], seed: 7, send })
    expect(findings.join('\n')).toContain("required property 'region'")
  })
})

describe("Prism's proxy as a judge", () => {
  /** What the watcher finds in a reply to a request for the tags, which came through Prism. */
  async function watchReply(body: object, init: RequestInit = {}, status = 200): Promise<string[]> {
    await using upstream = await serve((_request, response) => void passOn(Response.json(body, { status }), response))
    await using proxy = await startProxy({ upstream: upstream.url, port: 0 })
    const { send, findings } = watchReplies({ findOperation: createFindOperation(loadSpecification().entries) })
    const headers = { authorization: `Bearer dop_v1_${'0'.repeat(64)}`, 'content-type': 'application/json' }
    await send(`${proxy.url}/v2/tags`, { ...init, headers })
    return findings.filter((finding) => finding.includes('Prism says'))
  }

  it('names what is wrong in a reply', async () => {
    const findings = await watchReply({ tags: [{ label: 'storefront' }], meta: { total: 'one' } })
    expect(findings.join('\n')).toContain('Prism says response.body.meta.total')
  })

  it('names a request that should have been refused, and none that was', async () => {
    const wrong = { method: 'POST', body: '{}' }
    expect((await watchReply({}, wrong, 201)).join('\n')).toContain('Prism says request.body')
    const refused = { id: 'unprocessable_entity', message: 'name: must be given', request_id: '7f1c2b9e-4d53-4a60-9c15-6d1f0a2b3c4d' }
    expect((await watchReply(refused, wrong, 422)).join('\n')).not.toContain('Prism says request')
  })
})
