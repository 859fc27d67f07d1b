import { expect, it } from 'vitest'
import type { Operation } from '../model/api-model.ts'
import { makeApi, makeFamily, makeOperation, makeParameter, makeReply } from '../kit/testing/tiny-model.ts'
import { writeSamples } from './write-samples.ts'

function write(change: Partial<Operation>, api = makeApi()): string[] {
  const operation = makeOperation(change)
  return writeSamples(api, makeFamily([operation]), operation).map(({ source }) => source)
}

function makeBody(value: unknown, mediaType = 'application/json'): Partial<Operation> {
  return {
    method: 'post',
    name: 'create',
    body: { required: true, content: [{ mediaType, schema: {}, examples: [{ name: 'a', value }] }] },
  }
}

it('calls the client and curl with what must be sent', () => {
  const id = makeParameter({ name: 'volume_id', in: 'path', required: true, example: 'a/b' })
  const region = makeParameter({ name: 'region', required: true, schema: { type: 'string', enum: ['nyc3'] } })
  const [typescript, curl] = write({ path: '/v2/volumes/{volume_id}', name: 'get', parameters: [id, region, makeParameter()] })
  expect(typescript).toBe(`import { createCloud } from '@spindrift/client'

// The token is read from SPINDRIFT_TOKEN.
const cloud = createCloud({ baseUrl: 'http://127.0.0.1:4020' })
const result = await cloud.volumes.get({
  path: { volume_id: 'a/b' },
  query: { region: 'nyc3' },
})
`)
  expect(curl).toBe(`curl 'http://127.0.0.1:4020/v2/volumes/a%2Fb?region=nyc3' \\\n  -H "Authorization: Bearer $SPINDRIFT_TOKEN"\n`)
})

it('sends the first example of the body', () => {
  const [typescript, curl] = write({ ...makeBody({ name: "Maya's" }), replies: [makeReply('204')] })
  expect(typescript).toContain(`\nawait cloud.volumes.create({ body: { name: 'Maya\\'s' } })`)
  expect(curl).toContain(`-d '{\n  "name": "Maya'\\''s"\n}'`)
})

it('sends forms as forms, and no token where none is needed', () => {
  const [typescript, curl] = write({ ...makeBody({ code: 'a b' }, 'application/x-www-form-urlencoded'), security: [] })
  expect(typescript).not.toContain('token')
  expect(curl).toBe(`curl -X POST 'http://127.0.0.1:4020/v2/volumes' \\\n  --data-urlencode 'code=a b'\n`)
})

it('shows only curl for raw bytes and for pages that a browser opens', () => {
  expect(write(makeBody('{"a":1}\n', 'application/octet-stream'))).toEqual([
    `curl -X POST 'http://127.0.0.1:4020/v2/volumes' \\\n  -H "Authorization: Bearer $SPINDRIFT_TOKEN" \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary '{"a":1}\n'\n`,
  ])
  expect(write({ replies: [makeReply('200', {}, 'text/html')] })).toHaveLength(1)
})

it('names the key of the inference API', () => {
  expect(write({}, makeApi({ name: 'inference' })).join('')).toContain('SPINDRIFT_MODEL_ACCESS_KEY')
})

it.each([
  { given: { parameters: [makeParameter({ required: true })] }, why: 'a parameter without an example' },
  { given: makeBody(undefined), why: 'a body without an example' },
])('writes nothing for $why', ({ given }) => {
  expect(write(given)).toEqual([])
})

it.each(["'; rm -rf ~; '", '`id`', '$(id)', '${process.exit(1)}', '*/', '\u2028', '__proto__', "'\\''"])(
  'keeps %j inside its quotes',
  (text) => {
    const [typescript = '', curl = ''] = write(makeBody({ [text]: text }))
    const call = typescript.slice(typescript.indexOf('create(') + 6).trim()
    // oxlint-disable-next-line no-eval -- the sample is evaluated to see that it is one literal with the value that was given
    expect((0, eval)(call)).toEqual({ body: JSON.parse(JSON.stringify({ [text]: text })) as unknown })
    const words = curl.slice(curl.indexOf('-d ') + 3).trim()
    expect(words.replaceAll("'\\''", '')).toMatch(/^'[^']*'$/)
  },
)
