import { expect, it } from 'vitest'
import { createApi, createFamily, createOperation } from '../../kit/testing/tiny-model.ts'
import { getForm, renderTry } from './render-try.ts'

const boats = createOperation({ id: 'boats_list', method: 'get', path: '/v2/boats' })
const boat = createOperation({ id: 'boats_get', method: 'get', path: '/v2/boats/{boat_id}' })
const repaint = createOperation({ id: 'boats_repaint', method: 'post', path: '/v2/boats/{boat_id}/paint' })
const create = createOperation({ id: 'boats_create', method: 'post', path: '/v2/boats' })
const api = createApi({ families: [createFamily([boats, boat, repaint, create])] })

it('reads the object of the request, or the list that contains it, to show changes', () => {
  expect(getForm(api, repaint).readPath).toBe('/v2/boats/{boat_id}')
  expect(getForm(api, create).readPath).toBe('/v2/boats')
  expect(getForm(api, boat).readPath).toBeUndefined()
})

it('fills in required parameters and names the others', () => {
  const parameter = { deprecated: false, description: '', schema: { type: 'string' }, explode: true } as const
  const operation = createOperation({
    path: '/v2/boats/{boat_id}',
    parameters: [
      { ...parameter, name: 'boat_id', in: 'path', required: true, example: 7 },
      { ...parameter, name: 'sails', in: 'query', required: false, example: 'red', schema: { type: 'array', items: { type: 'string' } } },
      { ...parameter, name: 'oars', in: 'query', required: false, deprecated: true },
    ],
  })
  expect(getForm(api, { ...operation, deprecated: true }).deprecated).toBe(true)
  expect(getForm(api, operation).parameters).toEqual([
    { name: 'boat_id', in: 'path', required: true, value: '7' },
    { name: 'sails', in: 'query', repeats: true },
    { name: 'oars', in: 'query', deprecated: true },
  ])
})

it('escapes texts of the specification in its script', () => {
  const value = { name: '</script><script>alert(1)</script>' }
  const content = [{ mediaType: 'application/json', schema: {}, examples: [{ name: 'a', value }] }]
  const html = String(renderTry(api, createOperation({ body: { required: true, content } }), 'try.js'))
  expect(html).not.toContain('<script>alert')
  expect(html.match(/<\/script>/g)).toHaveLength(1)
})
