import { describe, expect, test } from 'vitest'
import { createTarget } from './bind-family.ts'
import type { OperationFacts } from './family-table.ts'
import { parseArguments } from './parse-arguments.ts'

const read = (line: string, args: readonly unknown[], facts: OperationFacts = {}) => {
  return parseArguments(createTarget('control', '', [line, facts]), args)
}

const options = { timeoutMs: 1 }
const request = { path: { a: 1 }, body: { name: 'x' } }

describe('a request with its parts stays unchanged', () => {
  test.each([
    ['GET /v2/things', { query: { page: 2 } }],
    ['POST /v2/things', { body: { name: 'x' } }],
    ['POST /v2/things', {}],
    ['GET /v2/things/{a}', { path: { a: 1 } }],
    ['PUT /v2/things/{a}', request],
    ['GET /v2/things', undefined],
  ])('%s', (line, input) => {
    expect(read(line, [input, options])).toEqual([input, options])
  })
})

describe('ids in the order of the path, then the fields', () => {
  test.each<[string, unknown[], unknown, OperationFacts?]>([
    ['GET /v2/things/{a}', [7], { path: { a: 7 } }],
    ['GET /v2/things/{a}', [7, options], { path: { a: 7 } }],
    ['GET /v2/things/{a}/parts/{b}', ['x', 'y', options], { path: { a: 'x', b: 'y' } }],
    ['PUT /v2/things/{a}', [7, { name: 'x' }, options], { path: { a: 7 }, body: { name: 'x' } }],
    ['PUT /v2/things/{a}', [7, { path: '/x' }, options], { path: { a: 7 }, body: { path: '/x' } }],
    ['PUT /v2/things/{a}', [7, { body: { name: 'x' } }, options], { path: { a: 7 }, body: { name: 'x' } }],
    ['PUT /v2/things/{a}', [7, { body: { name: 'x' }, name: 'y' }, options], { path: { a: 7 }, body: { body: { name: 'x' }, name: 'y' } }],
    ['GET /v2/things/{a}/parts', [7, { query: { page: 2 } }, options], { path: { a: 7 }, query: { page: 2 } }, { pages: 'parts' }],
    ['GET /v2/things/{a}/parts', [7, { page: 2 }, options], { path: { a: 7 }, query: { page: 2 } }, { pages: 'parts' }],
    ['GET /v2/things/{a}/parts', [7, undefined, options], { path: { a: 7 }, query: undefined }, { pages: 'parts' }],
    ['POST /v2/things/{a}/pause', [7, options], { path: { a: 7 } }, { input: '' }],
    ['DELETE /v2/things/{a}', [7, { ids: [1] }, options], { path: { a: 7 }, body: { ids: [1] } }, { input: 'body' }],
  ])('%s %j', (line, args, expected, facts) => {
    const [created, ...rest] = read(line, args, facts)
    expect(created).toEqual(expected)
    expect(rest).toEqual(args.includes(options) ? [options] : [])
  })
})

test('accepts fields for a path without ids', () => {
  expect(read('POST /v2/things', [{ name: 'x' }, options])).toEqual([{ body: { name: 'x' } }, options])
  expect(read('GET /v2/things', [{ region: 'nyc3' }], { pages: 'things' })).toEqual([{ query: { region: 'nyc3' } }])
  expect(read('DELETE /v2/things', [{ name: 'x' }], { input: 'query' })).toEqual([{ query: { name: 'x' } }])
})

test('passes on invalid arguments, which are rejected later', () => {
  expect(read('POST /v2/things', [{ body: { name: 'x' }, region: 'nyc3' }])).toEqual([{ body: { name: 'x' }, region: 'nyc3' }])
  expect(read('PUT /v2/things/{a}', [{ a: 7, name: 'x' }])).toEqual([{ a: 7, name: 'x' }])
  expect(read('GET /v2/things', [{ page: 2 }])).toEqual([{ page: 2 }])
})
