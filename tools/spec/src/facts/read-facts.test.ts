import { expect, test } from 'vitest'
import { parseFamily } from './read-facts.ts'

const text = `# Reports: 2 operations

POST /v2/reports/{id}/lines   reports_create   DEPRECATED
  security: [{"bearer_auth":["report:create"]}]
  path: id!: integer (1..)
  query: page: integer (1.., =1); kind: enum[a|b]
  header: X-Dangerous!: boolean
  body! {
    line: line
  }
  201: {

  }
  200: text/csv string
  202: (no body)
  409: error
  errors: 401 409 default

GET /v2/reports   reports_list
  200: allOf<{
    reports: [line]
  } & meta>
  errors: 401

# schemas

line = {
  text: string
}

# also uses, from _shared.txt: meta
`

test('reads operations and schemas', () => {
  const { operations, schemas } = parseFamily('reports', text)
  expect(operations).toMatchObject([
    {
      method: 'POST',
      path: '/v2/reports/{id}/lines',
      parameters: [
        { in: 'query', name: 'page' },
        { in: 'query', name: 'kind' },
        { in: 'header', name: 'X-Dangerous' },
      ],
      body: { kind: 'object', properties: [{ name: 'line' }] },
      replies: [
        { status: '201', mediaType: 'application/json', shape: { kind: 'object', properties: [] } },
        { status: '200', mediaType: 'text/csv', shape: { kind: 'plain' } },
        { status: '202', mediaType: 'application/json' },
      ],
    },
    { method: 'GET', path: '/v2/reports', parameters: [], replies: [{ shape: { kind: 'mix' } }] },
  ])
  expect(operations[0]?.replies[2]).not.toHaveProperty('shape')
  expect(operations[1]).not.toHaveProperty('body')
  expect([...schemas.keys()]).toEqual(['line'])
})

test('a block it cannot read is named', () => {
  expect(() => parseFamily('reports', 'line = {\n  text string\n}')).toThrow('reports.txt: line = {: Expected ":" but found " string }".')
})
