import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http'
import { describe, expect, it } from 'vitest'
import { narrowRoutes } from './narrow-routes.ts'
import { divideDocument } from './open-document.ts'

const config: IHttpConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}
const reply = (name: string) => ({
  responses: { 200: { description: 'Done.', content: { 'application/json': { example: name, schema: { type: 'string' } } } } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/boats': { get: reply('all'), post: reply('new') },
    '/boats/{id}': { get: reply('one') },
    '/boats/largest': { get: reply('largest') },
    '/boats/{id}/crew': { get: reply('crew') },
    '/{kind}/{id}/crew': { put: reply('any crew') },
    '/files/{name}.txt': { get: reply('file') },
    '/über/{id}': { get: reply('über') },
    '/broken': { get: { responses: { 200: { $ref: '#/components/responses/Missing' } } } },
  },
}

describe('narrowed routes', () => {
  const components = { logger: createLogger('test', { level: 'silent' }) }
  const bare = createInstance(config, components)
  const narrowed = createInstance(config, components)
  const { '/broken': _, ...paths } = document.paths
  const operations = getHttpOperationsFromSpec({ ...document, paths })
  narrowRoutes(narrowed, divideDocument(document))

  it.each([
    ['get', '/boats', 'all'],
    ['post', '/boats', 'new'],
    ['get', '/boats/7', 'one'],
    ['get', '/boats/largest', 'largest'],
    ['get', '/boats/%6Cargest', 'largest'],
    ['get', '/boats/7/crew', 'crew'],
    ['put', '/boats/7/crew', 'any crew'],
    ['get', '/files/a.txt', 'file'],
    ['get', '/%C3%BCber/1', 'über'],
    ['get', '/%E0%A4%A', 'NO_PATH_MATCHED_ERROR'],
    ['delete', '/boats', 'NO_METHOD_MATCHED_ERROR'],
    ['get', '/boats/', 'one'],
    ['get', '/boats/7/', 'NO_PATH_MATCHED_ERROR'],
    ['get', '/ships', 'NO_PATH_MATCHED_ERROR'],
    ['get', '/', 'NO_PATH_MATCHED_ERROR'],
  ] as const)('%s %s is %s, as without it', async (method, path, expected) => {
    const input = { method, url: { path, query: {} }, headers: {} }
    const answers = [await bare.request(input, await operations, config)(), await narrowed.request(input, [], config)()]
    expect(answers[1]).toEqual(answers[0])
    expect(JSON.stringify(answers[1], ['right', 'output', 'body', 'left', 'name', 'type'])).toContain(expected)
  })

  it('fails only for the path with a dangling reference', async () => {
    const response = await narrowed.request({ method: 'get', url: { path: '/broken', query: {} }, headers: {} }, [], config)()
    expect(response).toMatchObject({ _tag: 'Left', left: { message: expect.stringContaining('Missing') } })
  })
})
