import { expect, test } from 'vitest'
import { compareFacts } from './compare-facts.ts'
import { type Bundle, indexOperations } from './declared.ts'
import { readLeftOut } from './left-out.ts'
import { parseFamily } from './read-facts.ts'

const families = [
  parseFamily(
    'volumes',
    `GET /v2/volumes/{id}
  query: deep: boolean
  200: {
    volume: volume
  }
  200: text/event-stream {
    progress: integer
  }

PUT /v2/volumes/{id}
  body {
    sizes: map<{
      gib: integer
    }>
  }
  202: (no body)

volume = {
  name: string
  owners: [{
    email: string
  }]
  origin: volume
}`,
  ),
]

const ref = ($ref: string) => ({ $ref: `#/components/${$ref}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** Declares all of the facts, by other means than upstream: references, branches, another parameter name. */
const complete = {
  paths: {
    '/v2/volumes/{volume_id}': {
      parameters: [ref('parameters/Deep')],
      get: {
        responses: {
          '200': {
            content: {
              'application/json': { schema: ref('schemas/VolumeResponse') },
              'text/event-stream': { schema: { type: 'string', contentSchema: { properties: { progress: {} } } } },
            },
          },
        },
      },
      put: {
        requestBody: json({ properties: { sizes: { additionalProperties: { properties: { gib: {} } } } } }),
        responses: { '202': ref('responses/Accepted') },
      },
    },
  },
  components: {
    parameters: { Deep: { in: 'query', name: 'deep' } },
    responses: { Accepted: { description: 'Later.' } },
    schemas: {
      VolumeResponse: { properties: { volume: ref('schemas/Volume') } },
      Volume: {
        allOf: [
          { properties: { name: {}, origin: ref('schemas/Volume') } },
          { oneOf: [{ properties: { owners: { items: { properties: { email: {} } } } } }] },
        ],
      },
    },
  },
}

function compare(bundle: Bundle, ...rows: string[]) {
  const readme = `## Facts left out, and why\n\n| | | |\n|-|-|-|\n${rows.join('\n')}`
  const { families: compared, idle } = compareFacts(families, indexOperations([bundle]), readLeftOut(readme))
  return { ...compared[0]?.counts, missing: compared[0]?.missing, idle: idle.map(({ fact }) => fact) }
}

test('all is there', () => {
  expect(compare(complete)).toEqual({
    operation: { total: 2, declared: 2, leftOut: 0 },
    status: { total: 2, declared: 2, leftOut: 0 },
    parameter: { total: 1, declared: 1, leftOut: 0 },
    property: { total: 8, declared: 8, leftOut: 0 },
    missing: [],
    idle: [],
  })
})

test.each([
  { given: 'a property', from: '"name":{},', to: '', want: ['GET /v2/volumes/{id} 200 volume.name'] },
  {
    given: 'what is in an array',
    from: '"items":{"properties":{"email":{}}}',
    to: '"items":{}',
    want: ['GET /v2/volumes/{id} 200 volume.owners[].email'],
  },
  { given: 'an array', from: '"items":', to: '"additionalProperties":', want: ['GET /v2/volumes/{id} 200 volume.owners[].email'] },
  { given: 'what is in a map', from: '"gib"', to: '"gb"', want: ['PUT /v2/volumes/{id} body sizes{}.gib'] },
  { given: 'an event', from: '"contentSchema"', to: '"x"', want: ['GET /v2/volumes/{id} 200 text/event-stream progress'] },
  { given: 'a parameter', from: '"in":"query"', to: '"in":"header"', want: ['GET /v2/volumes/{id} query deep'] },
  { given: 'a status', from: '"202"', to: '"204"', want: ['PUT /v2/volumes/{id} status 202'] },
  { given: 'an operation', from: '"put"', to: '"patch"', want: ['PUT /v2/volumes/{id}'] },
])('$given that is not there is missing', ({ from, to, want }) => {
  // The replacement leaves an object of the same form.
  const broken = JSON.parse(JSON.stringify(complete).replace(from, to)) as Bundle
  expect(compare(broken).missing).toEqual(want)
})

test('what is left out with a reason is counted apart, and a row for nothing is idle', () => {
  const lesser = { ...complete, paths: {} }
  expect(
    compare(
      lesser,
      '| `GET /v2/volumes/{id}` | `operation` | Not ours. |',
      '| `* *` | `body sizes` | The same. |',
      '| `* *` | `body color` | A slip. |',
    ),
  ).toMatchObject({
    operation: { total: 2, declared: 0, leftOut: 1 },
    property: { total: 8, declared: 0, leftOut: 8 },
    missing: ['PUT /v2/volumes/{id}'],
    idle: ['body color'],
  })
})

test('a reference that leads nowhere is an error', () => {
  expect(() => compare({ ...complete, components: {} })).toThrow('The bundle has nothing at #/components/parameters/Deep.')
})
