import { describe, expect, it, test } from 'vitest'
import { type Bundle, indexOperations } from '../facts/declared.ts'
import { compareClients } from './compare-clients.ts'
import { readOutline } from './read-outline.ts'

const head = '`s` string, `i` integer; P = page, per_page; L = links, meta. Lists take `sort` = sort_by, order.\n'
const table = (...rows: readonly string[]) =>
  ['| Operation | Request → reply |', '|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n')

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const object = (...names: readonly string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })
const list = (root: string, items: object) => ({ properties: { [root]: { items }, links: {}, meta: {} } })
const query = (...names: readonly string[]) => names.map((name) => ({ in: 'query', name }))
const boat = object('id', 'name', 'created_at')

const ours: Bundle = {
  paths: {
    '/v2/boats': {
      get: { parameters: query('page', 'per_page', 'name'), responses: { '200': json(list('boats', boat)) } },
      post: { requestBody: json(object('name', 'berth')), responses: { '201': json({ properties: { boat } }) } },
    },
    '/v2/boats/{boat_id}': {
      get: { responses: { '200': json({ properties: { boat } }) } },
      delete: { responses: { '204': {} } },
    },
    '/v2/boats/{boat_id}/pause': { post: { responses: { '200': json({ properties: { boat } }) } } },
    '/v2/boats/{boat_id}/crew': { get: { responses: { '200': json({ properties: { crew: {}, available_ranks: {} } }) } } },
  },
}

function lacksOf(text: string): string[] {
  const outline = readOutline('clients.md', text)
  if (!outline) throw new Error('no outline')
  return compareClients(outline, indexOperations([ours])).lacks.map(({ operation, kind, name }) => `${operation} ${kind} ${name}`.trim())
}

describe('an outline of what is there', () => {
  it.each([
    'GET /v2/boats ?P,name | → boats[]{id, name s; created_at ts}, L',
    'GET /v2/boats | → boats[]: BOAT, L',
    'POST /v2/boats | name s (any), berth s or null → boat: Boat = id i, name s',
    'GET, DELETE /v2/boats/{id} (2) | → boat; empty',
    'POST /v2/boats/{id}/pause | no body → boat: BOAT',
    'GET /v2/boats/{id}/crew | → crew, `avail`',
    'DELETE /v2/boats/{id} (seldom) | → body not read',
  ])('%s', (row) => {
    expect(lacksOf(`${head}\`avail\` = available_* lists.\n\nBOAT = id, name s; created_at ts.\n\n${table(row)}`)).toEqual([])
  })
})

describe('what is not there', () => {
  it.each([
    { row: 'GET /v2/ships | → ships', want: ['GET /v2/ships operation'] },
    { row: 'GET /v2/boats ?P,`flag` | → boats[]', want: ['GET /v2/boats query flag'] },
    { row: 'GET /v2/boats ?sort | → boats[]', want: ['GET /v2/boats query sort_by', 'GET /v2/boats query order'] },
    { row: 'POST /v2/boats | name, draft i; crew[]{rank s} → boat', want: ['POST /v2/boats body draft', 'POST /v2/boats body crew'] },
    { row: 'GET /v2/boats | → boats[]{id, keel{depth i}}', want: ['GET /v2/boats reply boats[].keel'] },
    { row: 'GET /v2/boats/{id} | → boat and ship{id}', want: ['GET /v2/boats/{id} reply ship'] },
    { row: 'GET /v2/boats/{id} | → vessel{id}', want: ['GET /v2/boats/{id} root vessel; ours: boat'] },
    { row: 'GET /v2/boats/{id} | → unwrapped B = id i, name s', want: ['GET /v2/boats/{id} root unwrapped; ours: boat'] },
    { row: 'POST /v2/boats/{id}/pause, /resume (2) | → boat', want: ['POST /v2/boats/{id}/resume operation'] },
    { row: 'DELETE /v2/boats/{id} | → boat', want: ['DELETE /v2/boats/{id} root boat; ours: nothing'] },
  ])('$row', ({ row, want }) => {
    expect(lacksOf(head + table(row))).toEqual(want)
  })

  it('is found in rows that go on from one another, and in lines of their own', () => {
    const text = `## Ships

Under /v2.

| Operation (/v2/boats…) | Request → reply |
|---|---|
| GET | → boats[] |
| PUT /{id} | name s → boat |
| PATCH same | name s → as PUT |
| GET …/{id}/log | → log |
| GET …/log/{entry} | → entry |

GET /masts → masts[]: MAST

MAST = height i.
`
    expect(lacksOf(text)).toEqual([
      'PUT /v2/boats/{id} operation',
      'PATCH /v2/boats/{id} operation',
      'GET /v2/boats/{id}/{id}/log operation',
      'GET /v2/boats/{id}/{id}/log/{entry} operation',
      'GET /v2/masts operation',
    ])
  })

  it('is found by what somebody reads at the root, where one of several readings is enough', () => {
    const text = `| Operation | who reads | ours |
|---|---|---|
| GET /v2/boats; POST …/{} | boat; boats | boats |
| GET /v2/boats/{id} | vessel.id | boat |
| POST /v2/boats | unwrapped Boat | boat |

| Other | Table |
|---|---|
| GET /v2/nothing | is here |
`
    expect(lacksOf(text)).toEqual([
      'POST /v2/boats/{} operation',
      'GET /v2/boats/{id} root vessel; ours: boat',
      'POST /v2/boats root unwrapped; ours: boat',
    ])
  })

  it('is found by shorthands of shorthands, and by what is created', () => {
    const rows = table('POST /v2/boats | name, berth, draft i → boat: RUN', 'GET /v2/boats/{id} | → boat: RUN')
    expect(lacksOf(`${rows}\n\nRUN = create fields less draft, plus id i; pools[]{deep + the first two}.\n`)).toEqual([
      'POST /v2/boats body draft',
      'POST /v2/boats reply boat.berth',
      'POST /v2/boats reply boat.pools',
      'GET /v2/boats/{id} reply boat.berth',
      'GET /v2/boats/{id} reply boat.pools',
    ])
  })
})

test.each([
  { given: table('GET /v2/boats | → boats[]{id'), want: 'clients.md:3: Expected "}" but found "".' },
  { given: table('GET /v2/boats | → boats[]{id}} '), want: 'clients.md:3: Expected the end but found "}".' },
  { given: table('GET /v2/boats'), want: "clients.md:3: Expected 2 cells, as in the table's head, but found 1." },
  { given: table('FETCH /v2/boats | → boats'), want: 'clients.md:3: Expected a method such as GET but found "FETCH /v2/boats".' },
  { given: table('GET boats | → boats'), want: 'clients.md:3: Expected a path but found "boats".' },
  { given: table('GET, PUT /v2/boats (3) | → boats'), want: 'clients.md:3: Expected 3 operations, as "(3)" says, but found 2.' },
  { given: table('GET same | → boats'), want: 'clients.md:3: "same" goes on from a row before, and there is none.' },
  { given: table('PUT /v2/boats | name → as POST'), want: 'clients.md:3: "as POST" needs a row of POST before it, and there is none.' },
  { given: table('GET /v2/boats | → boats[]: BOAT'), want: 'clients.md:3: Nothing says what BOAT is. Add a line "BOAT = …".' },
  {
    given: '| Operation | What |\n|---|---|\n',
    want: 'clients.md:1: Expected a column "Request → reply", "Outline" or "… reads" beside "Operation" but found What.',
  },
  {
    given: 'RUN = create fields, plus id.',
    want: 'clients.md:1: "create fields" needs a POST before it that answers RUN, and there is none.',
  },
])('a malformed outline is refused: $want', ({ given, want }) => {
  expect(() => readOutline('clients.md', given)).toThrow(want)
})

test('a text without operations is no outline', () => {
  expect(readOutline('notes.md', '# Notes\n\n| Name | Use |\n|---|---|\n| a | b |\n')).toBeUndefined()
})
