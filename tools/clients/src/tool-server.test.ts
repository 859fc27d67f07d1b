import { describe, expect, it } from 'vitest'
import { runStep } from '../tool-server/run-step.ts'
import type { Step } from '../tool-server/tool-case.ts'
import type { ToolResult } from '../tool-server/tool-server.ts'
import { breakReplies } from './break-replies.ts'
import { checkClients } from './check-clients.ts'
import { findMissing } from './programs.ts'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'
import { toolServer } from './tool-server-program.ts'

const nowhere = { url: 'http://127.0.0.1:9', token: '' }

/** Runs a step against a tool server that always returns this result. */
const run = (step: Step, result: Partial<ToolResult>, variables = new Map<string, unknown>([['droplet', 7]])) => {
  const calls: unknown[] = []
  const server = {
    listTools: () => Promise.resolve([]),
    call: (_tool: string, values: unknown) => {
      calls.push(values)
      return Promise.resolve({ text: '{"id":7,"tags":["web"]}', failed: false, ...result })
    },
    close: () => Promise.resolve(),
  }
  return runStep(step, { server, platform: nowhere, variables }).then(() => ({ calls, variables }))
}

describe('runStep', () => {
  it('substitutes variables with their type, and saves new ones', async () => {
    const step = {
      tool: 'get',
      input: { ID: '{droplet}', Path: '/v2/droplets/{droplet}' },
      expected: { 'tags.#': 1 },
      save: { tag: 'tags.0' },
    }
    const { calls, variables } = await run(step, {})
    expect(calls).toEqual([{ ID: 7, Path: '/v2/droplets/7' }])
    expect(variables.get('tag')).toBe('web')
  })

  it.each<[string, Step, Partial<ToolResult>, string]>([
    ['an error of the tool', { tool: 'get' }, { failed: true, text: 'json: cannot unmarshal' }, 'cannot unmarshal'],
    ['an unexpected value', { tool: 'get', expected: { id: 8 } }, {}, 'id: expected 8, got 7'],
    ['a missing value to save', { tool: 'get', save: { name: 'name' } }, {}, 'no value at name'],
    ['a missing error', { tool: 'get', expectedError: '404' }, {}, 'expected an error'],
    ['an unexpected error', { tool: 'get', expectedError: '404' }, { failed: true, text: '500' }, 'expected an error with 404, got: 500'],
    ['a missing variable', { tool: 'get', input: { ID: '{volume}' } }, {}, '{volume} has no value'],
  ])('rejects %s', async (_title, step, result, message) => {
    await expect(run(step, result)).rejects.toThrow(message)
  })
})

it.skipIf(findMissing(toolServer) !== undefined)('reports a platform that returns a number instead of a string', async () => {
  const broken = () => breakReplies(startTestSandbox, (body) => body.replaceAll(/"email":"[^"]*"/g, '"email":7'))
  const { findings } = await checkClients([toolServer], broken)
  expect(findings).toContainEqual(expect.stringContaining('tool-server: account: account-get-information: '))
})
