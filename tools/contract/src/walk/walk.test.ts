/** The walk over everything, and that it finds out a server that is wrong in one place. */
import { describe, expect, it } from 'vitest'
import { runWalk } from './run-walk.ts'
import type { Change } from '../worlds/open-sandbox.ts'

const rewrite =
  (path: RegExp, change: (text: string) => string): Change =>
  async (response, { url, method }) => {
    if (method !== 'GET' || !path.test(url)) return response
    return new Response(change(await response.text()), { status: response.status, headers: response.headers })
  }
const one = /\/v2\/volumes\/[0-9a-f-]{36}$/

describe('the walk', () => {
  it("gets from every operation what the specification promises, in Prism's eyes too", { timeout: 300_000 }, async () => {
    const { findings, passed, total, figures } = await runWalk({ seed: 7, proxy: true })
    expect(findings).toEqual([])
    expect(passed).toBe(total)
    expect(figures['judged_by_prism']).toBeGreaterThan(total)
  })

  const volumes = (change?: Change) =>
    runWalk({ seed: 7, only: ({ family }) => family.name === 'volumes' || family.name === 'snapshots', ...(change && { change }) })

  it('can be taken over some operations', async () => {
    const { findings, passed, total } = await volumes()
    // What the examples speak of is not all there.
    expect(findings.join('\n')).not.toContain('volumes_get')
    expect([passed > 3, total > passed]).toEqual([true, true])
  })

  it.each<{ readonly given: string; readonly change: Change; readonly want: string }>([
    {
      given: 'a field is missing',
      change: rewrite(one, (text) => text.replace('"region":', '"area":')),
      want: "required property 'region'",
    },
    {
      given: 'a number is text',
      change: rewrite(one, (text) => text.replace(/"size_gigabytes":(\d+)/, '"size_gigabytes":"$1"')),
      want: 'must be integer',
    },
    {
      given: 'what was created is not there',
      change: (response, { url, method }) =>
        method === 'GET' && one.test(url) ? Response.json({ message: 'Gone.' }, { status: 404 }) : response,
      want: 'expected a success, got 404 Gone.',
    },
    {
      given: 'a header is missing',
      change: (response) => {
        const headers = new Headers(response.headers)
        headers.delete('x-request-id')
        return new Response(response.body, { status: response.status, headers })
      },
      want: 'header x-request-id is missing',
    },
  ])('tells when $given', async ({ change, want }) => {
    const { findings } = await volumes(change)
    expect(findings.filter((finding) => finding.startsWith('volumes_get ')).join('\n')).toContain(want)
  })
})

describe('Prism beside the walk', () => {
  const volumes = (change?: Change) =>
    runWalk({ seed: 7, only: ({ family }) => family.name === 'volumes', proxy: true, ...(change && { change }) })
  const ofPrism = (findings: readonly string[]) => findings.filter((finding) => finding.includes('Prism')).join('\n')

  it('has nothing to say of a server that is right', async () => {
    expect(ofPrism((await volumes()).findings)).toBe('')
  })

  it.each<{ readonly given: string; readonly change: Change; readonly want: string }>([
    {
      given: 'a reply that lacks a field',
      change: rewrite(one, (text) => text.replace('"region":', '"area":')),
      want: "Prism says response.body.volume: Response body property volume must have required property 'region'",
    },
  ])('names $given', async ({ change, want }) => {
    expect(ofPrism((await volumes(change)).findings)).toContain(want)
  })
})
