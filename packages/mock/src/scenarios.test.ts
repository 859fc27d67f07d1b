import { describe, expect, it } from 'vitest'
import { listScenarios } from './scenarios.ts'

const tinyScenarios = new URL('../../../generators/mock/golden/scenarios.json', import.meta.url)
const show = (filter?: string) =>
  listScenarios(filter, tinyScenarios).map(({ operation, status, example, mediaType }) => [operation, status, example, mediaType])

describe('listScenarios', () => {
  it.each([
    {
      input: 'chat_create',
      expected: [
        ['chat_create', '200', 'reply', 'application/json'],
        ['chat_create', '200', 'stream', 'text/event-stream'],
        ['chat_create', '404', 'not_found', 'application/json'],
      ],
    },
    {
      input: 'DELETE',
      expected: [
        ['volumes_delete', '204', null, null],
        ['volumes_delete', '404', 'not_found', 'application/json'],
      ],
    },
    { input: 'nothing has this', expected: [] },
  ])('finds "$input"', ({ input, expected }) => {
    expect(show(input)).toEqual(expected)
  })

  it('lists everything without a filter', () => {
    expect(new Set(show().map(([operation]) => operation)).size).toBe(8)
  })

  it('reports a missing list with a fix', () => {
    expect(() => listScenarios('', new URL('nowhere.json', import.meta.url))).toThrow('pnpm generate')
  })
})
