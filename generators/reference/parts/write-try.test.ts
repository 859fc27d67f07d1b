import { expect, it } from 'vitest'
import { makeApi, makeFamily, makeOperation } from '../../kit/testing/tiny-model.ts'
import { readForm, writeTry } from './write-try.ts'

const boats = makeOperation({ id: 'boats_list', method: 'get', path: '/v2/boats' })
const boat = makeOperation({ id: 'boats_get', method: 'get', path: '/v2/boats/{boat_id}' })
const repaint = makeOperation({ id: 'boats_repaint', method: 'post', path: '/v2/boats/{boat_id}/paint' })
const create = makeOperation({ id: 'boats_create', method: 'post', path: '/v2/boats' })
const api = makeApi({ families: [makeFamily([boats, boat, repaint, create])] })

it('shows the change by the object that the request is about, or the list that it is in', () => {
  expect(readForm(api, repaint).reads).toBe('/v2/boats/{boat_id}')
  expect(readForm(api, create).reads).toBe('/v2/boats')
  expect(readForm(api, boat).reads).toBeUndefined()
})

it('is filled with what must be sent, and names the rest', () => {
  const parameter = { deprecated: false, description: '', schema: { type: 'string' }, explode: true } as const
  const asked = makeOperation({
    path: '/v2/boats/{boat_id}',
    parameters: [
      { ...parameter, name: 'boat_id', in: 'path', required: true, example: 7 },
      { ...parameter, name: 'sails', in: 'query', required: false, example: 'red', schema: { type: 'array', items: { type: 'string' } } },
      { ...parameter, name: 'oars', in: 'query', required: false, deprecated: true },
    ],
  })
  expect(readForm(api, { ...asked, deprecated: true }).deprecated).toBe(true)
  expect(readForm(api, asked).parameters).toEqual([
    { name: 'boat_id', in: 'path', required: true, value: '7' },
    { name: 'sails', in: 'query', repeats: true },
    { name: 'oars', in: 'query', deprecated: true },
  ])
})

it('cannot be ended by a text of the specification', () => {
  const value = { name: '</script><script>alert(1)</script>' }
  const content = [{ mediaType: 'application/json', schema: {}, examples: [{ name: 'a', value }] }]
  const written = String(writeTry(api, makeOperation({ body: { required: true, content } }), 'try.js'))
  expect(written).not.toContain('<script>alert')
  expect(written.match(/<\/script>/g)).toHaveLength(1)
})
