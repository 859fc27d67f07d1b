import { describe, expect, it } from 'vitest'
import { divideDocument } from './open-document.ts'

const reply = (property: string, examples?: Record<string, unknown>) => ({
  description: 'An object.',
  headers: { 'x-request-id': { schema: { type: 'string' } } },
  content: {
    'application/json': { schema: { type: 'object', properties: { [property]: { type: 'string' } } }, ...(examples && { examples }) },
  },
})
const read = (one: object, other: object) => {
  const { readPath } = divideDocument({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: one } }, '/b': { get: { responses: other } } },
  })
  return Promise.all(['/a', '/b'].map(async (path) => (await readPath(path))[0]?.responses[0]))
}

describe('replies of two paths', () => {
  it('share equal schemas and headers, so that each is compiled once', async () => {
    const [one, other] = await read({ 404: reply('id') }, { 404: reply('id') })
    expect(one?.contents?.[0]?.schema).toBeDefined()
    expect(one?.contents?.[0]?.schema).toBe(other?.contents?.[0]?.schema)
    expect(one?.headers).toBe(other?.headers)
  })

  it('keep different schemas and their examples', async () => {
    const [one, other] = await read({ 404: reply('id', { one: { value: 1 } }) }, { 404: reply('name', { two: { value: 2 } }) })
    expect(one?.contents?.[0]?.schema).toMatchObject({ properties: { id: { type: 'string' } } })
    expect(other?.contents?.[0]?.schema).toMatchObject({ properties: { name: { type: 'string' } } })
    expect([one, other].map((each) => each?.contents?.[0]?.examples?.map(({ key }) => key))).toEqual([['one'], ['two']])
  })
})
