import { expect, it } from 'vitest'
import { createRead, createRequest, printCurl, type TryForm } from './try-request.ts'

const form: TryForm = {
  method: 'post',
  path: '/boats/{boat_id}/crew',
  base: 'http://127.0.0.1:4020/v2',
  secret: 'token',
  parameters: [
    { name: 'boat_id', in: 'path', required: true },
    { name: 'role', in: 'query', repeats: true },
    { name: 'page', in: 'query' },
    { name: 'If-Match', in: 'header' },
  ],
  body: { type: 'application/json' },
  readPath: '/boats/{boat_id}',
}
const filled = {
  origin: 'http://localhost:9/',
  secret: 'abc',
  values: { boat_id: 'a/b', role: 'cook, mate', page: '' },
  body: '{"name":"Ada"}',
}

it('fills path, query, headers and body', () => {
  expect(createRequest(form, { ...filled, values: { ...filled.values, 'If-Match': '"1"' } })).toEqual({
    url: 'http://localhost:9/v2/boats/a%2Fb/crew?role=cook&role=mate',
    method: 'POST',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json', 'if-match': '"1"' },
    body: '{"name":"Ada"}',
  })
})

it('sends neither a secret nor an empty body', () => {
  expect(createRequest(form, { ...filled, secret: '', body: '' })).toEqual({
    url: 'http://localhost:9/v2/boats/a%2Fb/crew?role=cook&role=mate',
    method: 'POST',
    headers: {},
  })
})

it('prints the request as curl, without the secret', () => {
  expect(printCurl(createRequest(form, { ...filled, body: '{"name":"Ada\'s"}' }), form)).toBe(
    `curl -X POST 'http://localhost:9/v2/boats/a%2Fb/crew?role=cook&role=mate' \\
  -H "authorization: Bearer $SPINDRIFT_TOKEN" \\
  -H 'content-type: application/json' \\
  --data-raw '{"name":"Ada'\\''s"}'`,
  )
})

it('converts a JSON body to a form', () => {
  const { body } = createRequest({ ...form, body: { type: 'application/x-www-form-urlencoded' } }, { ...filled, body: '{"a":"x y","b":2}' })
  expect(body).toBe('a=x+y&b=2')
})

it('reads the target with the same token and nothing else', () => {
  expect(createRead(form, filled)).toEqual({
    url: 'http://localhost:9/v2/boats/a%2Fb',
    method: 'GET',
    headers: { authorization: 'Bearer abc' },
  })
  const { readPath: _, ...without } = form
  expect(createRead(without, filled)).toBeUndefined()
})
