/** Eight rounds of each race, and servers that let two callers win or return a wrong state. */
import { describe, expect, it } from 'vitest'
import type { HttpResponse, SendRequest } from '../http-client.ts'
import { allRaces, runRaces } from './run-races.ts'

describe('races', () => {
  it('have exactly the allowed number of winners', async () => {
    const { passed, total, findings } = await runRaces({ rounds: 8, seed: 7 })
    expect({ findings, passed, total }).toEqual({ findings: [], passed: 64, total: 64 })
  })

  /** Responses of the real server that are replaced by faulty ones. */
  const breaks = [
    { name: 'two owners of a lock', race: 'droplet action lock', from: 422, to: { status: 201 } },
    { name: 'a name without an owner', race: 'unique names', from: 201, to: { status: 409 } },
    { name: 'an internal error for a loser', race: 'reserved IP assign', from: 422, to: { status: 500 } },
    {
      name: 'a volume without a droplet',
      race: 'volume attach',
      from: 200,
      to: { replace: /"volume_ids":\[[^\]]+\]/g, by: '"volume_ids":[]' },
    },
    {
      name: 'a project without the resource',
      race: 'project assign',
      from: 200,
      to: { replace: /"urn":"do:volume/g, by: '"urn":"do:other' },
    },
    { name: 'a token that still works', race: 'refresh against revoke', from: 401, to: { path: '/v2/account', status: 200 } },
    { name: 'two writes of one version', race: 'secret version', from: 409, to: { status: 200 } },
  ]
  const breakResponses = ({ from, to }: (typeof breaks)[number], send: SendRequest): SendRequest => {
    let broken = 0
    return async (call) => {
      const response = await send(call)
      const isChosen = response.status === from && (to.path === undefined || to.path === call.path)
      if (!isChosen || (to.status !== undefined && broken > 0)) return response
      const text = to.replace === undefined ? response.text : response.text.replaceAll(to.replace, to.by)
      if (to.status !== undefined || text !== response.text) broken += 1
      return { ...response, text, status: to.status ?? response.status } satisfies HttpResponse
    }
  }

  it('report every fault', async () => {
    const races = allRaces.values()
    const wrap = (send: SendRequest): SendRequest => {
      const race = races.next().value?.name
      const fault = breaks.find((each) => each.race === race)
      return fault ? breakResponses(fault, send) : send
    }
    const { passed, total, findings } = await runRaces({ rounds: 1, seed: 7, wrap })
    for (const { name, race } of breaks) expect(findings.join('\n'), name).toContain(`${race}, round 1: `)
    expect(total - passed).toBe(breaks.length)
  })
})
