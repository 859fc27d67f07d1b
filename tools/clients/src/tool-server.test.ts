import { describe, expect, it } from 'vitest'
import { runStep } from '../tool-server/run-step.ts'
import type { Step } from '../tool-server/tool-case.ts'
import type { ToolAnswer } from '../tool-server/tool-server.ts'
import { breakReplies } from './break-replies.ts'
import { checkClients } from './check-clients.ts'
import { findMissing } from './programs.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'
import { toolServer } from './tool-server-program.ts'

const nowhere = { url: 'http://127.0.0.1:9', token: '' }

/** Runs a step against a tool server that gives this answer to anything. */
const run = (step: Step, answer: Partial<ToolAnswer>, kept = new Map<string, unknown>([['droplet', 7]])) => {
  const asked: unknown[] = []
  const server = {
    listTools: () => Promise.resolve([]),
    call: (_tool: string, values: unknown) => {
      asked.push(values)
      return Promise.resolve({ text: '{"id":7,"tags":["web"]}', failed: false, ...answer })
    },
    close: () => Promise.resolve(),
  }
  return runStep(step, { server, platform: nowhere, kept }).then(() => ({ asked, kept }))
}

describe('a case of the tool server', () => {
  it('asks with what earlier ones kept, in its own type, and keeps more', async () => {
    const step = { tool: 'get', with: { ID: '{droplet}', Path: '/v2/droplets/{droplet}' }, shows: { 'tags.#': 1 }, keep: { tag: 'tags.0' } }
    const { asked, kept } = await run(step, {})
    expect(asked).toEqual([{ ID: 7, Path: '/v2/droplets/7' }])
    expect(kept.get('tag')).toBe('web')
  })

  it.each<[string, Step, Partial<ToolAnswer>, string]>([
    ['an error', { tool: 'get' }, { failed: true, text: 'json: cannot unmarshal' }, 'cannot unmarshal'],
    ['another value', { tool: 'get', shows: { id: 8 } }, {}, 'id is 7, not 8'],
    ['nothing where something is', { tool: 'get', keep: { name: 'name' } }, {}, 'nothing at name'],
    ['what should be refused', { tool: 'get', refused: '404' }, {}, 'was not refused'],
    ['another refusal', { tool: 'get', refused: '404' }, { failed: true, text: '500' }, 'refused with: 500'],
    ['what was never kept', { tool: 'get', with: { ID: '{volume}' } }, {}, '{volume} was never kept'],
  ])('fails on %s', async (_what, step, answer, complaint) => {
    await expect(run(step, answer)).rejects.toThrow(complaint)
  })
})

it.skipIf(findMissing(toolServer) !== undefined)('finds a platform that answers null for a text', async () => {
  const broken = () => breakReplies(startTestSandbox, (body) => body.replaceAll(/"email":"[^"]*"/g, '"email":7'))
  const { findings } = await checkClients([toolServer], broken)
  expect(findings).toContainEqual(expect.stringContaining('tool-server: account: account-get-information: '))
})
