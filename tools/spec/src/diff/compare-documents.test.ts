import { beforeAll, describe, expect, it } from 'vitest'
import { type Change, impactOf, type Impact } from './change.ts'
import { compareDocuments } from './compare-documents.ts'

type Part = Readonly<Record<string, unknown>>

interface Case {
  readonly what: string
  readonly before: (name: string) => Part
  readonly after: (name: string) => Part
  readonly expected: Impact | 'nothing'
}

const text = { type: 'string' }
const integer = { type: 'integer' }

/** Renders a separate path for each case, so that one comparison covers all cases. */
function write(name: string, { sent, read, ...operation }: Part): Part {
  return {
    post: {
      operationId: `cases_${name}`,
      summary: 'Try it',
      ...(sent !== undefined && { requestBody: { content: { 'application/json': { schema: sent } } } }),
      responses: { '200': { description: 'Done.', content: { 'application/json': { schema: read ?? text } } } },
      ...operation,
    },
  }
}

const operation = (what: string, before: Part, after: Part, expected: Case['expected']): Case => ({
  what,
  before: (name) => write(name, before),
  after: (name) => write(name, after),
  expected,
})
const sent = (what: string, before: Part, after: Part, expected: Case['expected']): Case =>
  operation(`sent: ${what}`, { sent: before }, { sent: after }, expected)
const read = (what: string, before: Part, after: Part, expected: Case['expected']): Case =>
  operation(`read: ${what}`, { read: before }, { read: after }, expected)
const object = (properties: Part, required: readonly string[] = []): Part => ({ type: 'object', required, properties })
const reply = (status: string, more: Part = {}): Part => ({
  responses: { '200': { description: 'Done.' }, [status]: { description: 'Other.', ...more } },
})
const failure = (id: string): Part => ({
  content: { 'application/json': { schema: text, examples: { a: { value: { id, message: 'It failed.' } } } } },
})
const lifecycle = (...transitions: readonly Part[]): Part => ({
  ...object({ state: text }),
  'x-lifecycle': { field: 'state', initial: 'new', transitions },
})
const limit = (count: number, window = 'PT1H'): Part => ({ 'x-rate-limit': { name: 'a', limit: count, window } })
const tool = (more: Part = {}): Part => ({
  'x-tool': { name: 'a', kind: 'read-only', idempotent: true, calls: 'a_list', arguments: { id: 'path.id' }, ...more },
})
const resource = (more: Part = {}): Part => ({
  ...object({ id: text }),
  'x-resource': { one: 'boat', id: { field: 'id', kind: 'uuid' }, ...more },
})

const cases: readonly Case[] = [
  {
    what: 'an operation is removed',
    before: (name) => ({ ...write(name, {}), get: write(`${name}b`, {})['post'] }),
    after: (name) => write(name, {}),
    expected: 'breaking',
  },
  {
    what: 'an operation is added',
    before: (name) => write(name, {}),
    after: (name) => ({ ...write(name, {}), get: write(`${name}b`, {})['post'] }),
    expected: 'addition',
  },
  operation('an operation is renamed', {}, { operationId: 'cases_renamed' }, 'breaking'),
  operation('the description of an operation changes', { description: 'One.' }, { description: 'Two.' }, 'fix'),
  operation('a required parameter is added', {}, { parameters: [{ name: 'a', in: 'query', required: true, schema: text }] }, 'breaking'),
  operation('an optional parameter is added', {}, { parameters: [{ name: 'a', in: 'query', schema: text }] }, 'addition'),
  operation('a parameter is removed', { parameters: [{ name: 'a', in: 'query', schema: text }] }, {}, 'breaking'),
  operation(
    'a parameter becomes required',
    { parameters: [{ name: 'a', in: 'query', schema: text }] },
    { parameters: [{ name: 'a', in: 'query', required: true, schema: text }] },
    'breaking',
  ),
  operation(
    'a parameter is deprecated',
    { parameters: [{ name: 'a', in: 'query', schema: text }] },
    { parameters: [{ name: 'a', in: 'query', deprecated: true, schema: text }] },
    'addition',
  ),
  operation(
    'a body becomes required',
    { requestBody: { content: { 'application/json': { schema: text } } } },
    { requestBody: { required: true, content: { 'application/json': { schema: text } } } },
    'breaking',
  ),
  operation('a reply is removed', reply('409'), { responses: { '200': { description: 'Done.' } } }, 'breaking'),
  operation('a reply is added', { responses: { '200': { description: 'Done.' } } }, reply('409'), 'addition'),
  operation('the id of an error changes', reply('409', failure('conflict')), reply('409', failure('taken')), 'breaking'),
  operation('authentication becomes required', { security: [] }, { security: [{ token: [] }] }, 'breaking'),

  sent('a required property is added', object({ a: text }), object({ a: text, b: text }, ['b']), 'breaking'),
  sent('an optional property is added', object({ a: text }), object({ a: text, b: text }), 'addition'),
  sent('a property becomes required', object({ a: text }), object({ a: text }, ['a']), 'breaking'),
  sent('a property becomes optional', object({ a: text }, ['a']), object({ a: text }), 'addition'),
  sent('an enumeration loses a value', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking'),
  sent('an enumeration gains a value', { enum: ['a'] }, { enum: ['a', 'b'] }, 'addition'),
  sent('open values lose a value', { enum: ['a', 'b'], 'x-extensible-enum': true }, { enum: ['a'], 'x-extensible-enum': true }, 'fix'),
  sent('a length is limited', text, { type: 'string', maxLength: 9 }, 'breaking'),
  sent('a maximum length is reduced', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }, 'breaking'),
  sent('a maximum length is increased', { type: 'string', maxLength: 8 }, { type: 'string', maxLength: 9 }, 'addition'),
  sent('a minimum is raised', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2 }, 'breaking'),
  sent('a pattern is set', text, { type: 'string', pattern: '^a' }, 'breaking'),
  sent('a type is narrowed', { type: ['string', 'null'] }, text, 'breaking'),
  sent('a type is widened', text, { type: ['string', 'null'] }, 'addition'),
  sent('a default changes', { type: 'integer', default: 1 }, { type: 'integer', default: 2 }, 'breaking'),
  sent('a default is added', integer, { type: 'integer', default: 1 }, 'fix'),
  sent('an example changes', { type: 'string', examples: ['a'] }, { type: 'string', examples: ['b'] }, 'fix'),

  read('a property is removed', object({ a: text, b: text }), object({ a: text }), 'breaking'),
  read('a property is added', object({ a: text }), object({ a: text, b: text }), 'addition'),
  read('a property becomes optional', object({ a: text }, ['a']), object({ a: text }), 'breaking'),
  read('a property becomes required', object({ a: text }), object({ a: text }, ['a']), 'addition'),
  read('an enumeration gains a value', { enum: ['a'] }, { enum: ['a', 'b'] }, 'breaking'),
  read('open values gain a value', { enum: ['a'], 'x-extensible-enum': true }, { enum: ['a', 'b'], 'x-extensible-enum': true }, 'addition'),
  read('values become open', { enum: ['a'] }, { enum: ['a'], 'x-extensible-enum': true }, 'breaking'),
  sent('values become open', { enum: ['a'] }, { enum: ['a'], 'x-extensible-enum': true }, 'addition'),
  sent('values become closed', { enum: ['a'], 'x-extensible-enum': true }, { enum: ['a'] }, 'breaking'),
  read('values become closed', { enum: ['a'], 'x-extensible-enum': true }, { enum: ['a'] }, 'addition'),
  {
    what: 'a parameter moves to the path',
    before: (name) => write(name, { parameters: [{ name: 'a', in: 'query', schema: text }] }),
    after: (name) => ({ parameters: [{ name: 'a', in: 'query', schema: text }], ...write(name, {}) }),
    expected: 'nothing',
  },
  operation(
    'a parameter moves to the components',
    { parameters: [{ name: 'a', in: 'query', schema: text }] },
    { parameters: [{ $ref: '#/components/parameters/A' }] },
    'nothing',
  ),
  read('a type is widened', text, { type: ['string', 'null'] }, 'breaking'),
  read('a type is narrowed', { type: ['string', 'null'] }, text, 'addition'),
  read('a property is deprecated', object({ a: text }), object({ a: { type: 'string', deprecated: true } }), 'addition'),
  read(
    'the description of a property changes',
    object({ a: { type: 'string', description: 'A.' } }),
    object({ a: { type: 'string', description: 'B.' } }),
    'fix',
  ),
  read(
    'the rule for the returned value changes',
    object({ a: { type: 'string', 'x-echo': 'chosen' } }),
    object({ a: { type: 'string', 'x-echo': 'fitting' } }),
    'fix',
  ),

  operation('a scope is added', { security: [{ token: ['a:read'] }] }, { security: [{ token: ['a:read', 'b:read'] }] }, 'breaking'),
  operation('a scope is removed', { security: [{ token: ['a:read', 'b:read'] }] }, { security: [{ token: ['a:read'] }] }, 'addition'),
  operation(
    'the order of scopes changes',
    { security: [{ token: ['a:read', 'b:read'] }] },
    { security: [{ token: ['b:read', 'a:read'] }] },
    'nothing',
  ),
  operation('a limit is set', {}, limit(10), 'breaking'),
  operation('a limit is tightened', limit(10), limit(5), 'breaking'),
  operation('the window of a limit is longer', limit(10), limit(10, 'PT2H'), 'breaking'),
  operation('a limit is raised', limit(10), limit(20), 'addition'),
  operation('a limit is removed', limit(10), {}, 'addition'),
  read(
    'a transition is added',
    lifecycle({ from: 'new', to: 'active', on: 'create' }),
    lifecycle({ from: 'new', to: 'active', on: 'create' }, { from: 'active', to: 'off', on: 'power_off' }),
    'addition',
  ),
  read(
    'a transition is removed',
    lifecycle({ from: 'new', to: 'active', on: 'create' }, { from: 'active', to: 'off', on: 'power_off' }),
    lifecycle({ from: 'new', to: 'active', on: 'create' }),
    'breaking',
  ),
  read(
    'a state takes longer',
    lifecycle({ from: 'new', to: 'active', on: 'create', after: 'PT5S' }),
    lifecycle({ from: 'new', to: 'active', on: 'create', after: 'PT9S' }),
    'fix',
  ),
  operation('the effect changes', { 'x-effect': { updates: 'Boat' } }, { 'x-effect': { replaces: 'Boat' } }, 'breaking'),
  operation(
    'an operation starts an action',
    { 'x-effect': { 'acts-on': 'Boat' } },
    { 'x-effect': { 'acts-on': 'Boat', starts: { types: ['a'], 'resource-type': 'boat' } } },
    'breaking',
  ),
  operation(
    'an action gets another type',
    { 'x-effect': { 'acts-on': 'Boat', starts: { types: ['a'], 'resource-type': 'boat' } } },
    { 'x-effect': { 'acts-on': 'Boat', starts: { types: ['a', 'b'], 'resource-type': 'boat' } } },
    'addition',
  ),
  operation(
    'an action locks another resource',
    { 'x-effect': { 'acts-on': 'Boat', starts: { types: ['a'], 'resource-type': 'boat' } } },
    { 'x-effect': { 'acts-on': 'Boat', starts: { types: ['a'], 'resource-type': 'boat', locks: ['Boat'] } } },
    'breaking',
  ),
  operation('an operation is documented', { 'x-provenance': { from: 'client', note: 'Known.' } }, {}, 'addition'),
  operation('an operation is no longer documented', {}, { 'x-provenance': { from: 'client', note: 'Known.' } }, 'breaking'),
  operation('an operation is deprecated', {}, { deprecated: true, 'x-deprecation': { since: '2026-01-01', use: 'b_list' } }, 'addition'),
  operation(
    'a sunset moves to an earlier date',
    { deprecated: true, 'x-deprecation': { since: '2026-01-01', sunset: '2027-06-01' } },
    { deprecated: true, 'x-deprecation': { since: '2026-01-01', sunset: '2027-01-01' } },
    'breaking',
  ),
  operation(
    'a sunset moves to a later date',
    { deprecated: true, 'x-deprecation': { since: '2026-01-01', sunset: '2027-01-01' } },
    { deprecated: true, 'x-deprecation': { since: '2026-01-01', sunset: '2027-06-01' } },
    'addition',
  ),
  operation('a tool becomes destructive', tool(), tool({ kind: 'destructive' }), 'breaking'),
  operation('a tool gets another argument', tool(), tool({ arguments: { id: 'path.id', name: 'query.name' } }), 'addition'),
  operation('a tool loses an argument', tool({ arguments: { id: 'path.id', name: 'query.name' } }), tool(), 'breaking'),
  read('a field becomes unique', resource(), resource({ unique: ['name'] }), 'breaking'),
  read('a resource becomes taggable', resource(), resource({ taggable: true }), 'addition'),
  read('the kind of an id changes', resource(), resource({ id: { field: 'id', kind: 'slug' } }), 'breaking'),
  operation('a note on the source is added', {}, { 'x-provenance': { from: 'ours', note: 'Ours.' } }, 'fix'),
  operation('nothing changes', {}, {}, 'nothing'),
]

const nameOf = (index: number): string => `case${String(index).padStart(3, '0')}x`
const documentOf = (side: 'before' | 'after'): Part => ({
  openapi: '3.1.1',
  info: { title: 'Cases', version: '1.0.0' },
  paths: Object.fromEntries(cases.map((each, index) => [`/v2/${nameOf(index)}`, each[side](nameOf(index))])),
  components: {
    parameters: { A: { name: 'a', in: 'query', schema: text } },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
})

let changes: readonly Change[] = []
beforeAll(async () => {
  changes = await compareDocuments('control', documentOf('before'), documentOf('after'))
}, 120_000)

describe('compareDocuments rates', () => {
  it.each(cases.map(({ what, expected }, index) => ({ what, expected, index })))('$what: $expected', ({ expected, index }) => {
    const own = changes.filter(({ sentence }) => sentence.includes(nameOf(index)))
    const found = own.map((change) => `${impactOf(change)}: ${change.sentence}`)
    const worst = (['breaking', 'addition', 'fix'] as const).find((impact) => found.some((each) => each.startsWith(impact))) ?? 'nothing'
    expect(worst, found.join('\n')).toBe(expected)
  })

  it('reports no changes outside the cases', () => {
    expect(changes.filter(({ sentence }) => !sentence.includes('/v2/case')).map(({ sentence }) => sentence)).toEqual([])
  })
})

describe('compareDocuments', () => {
  it('reports a renamed schema as removed and new', async () => {
    const named = (name: string) => ({ ...documentOf('before'), components: { schemas: { [name]: text } } })
    const found = (await compareDocuments('control', named('Boat'), named('Ship'))).map(
      (change) => `${impactOf(change)}: ${change.sentence}`,
    )
    expect(found).toEqual(['breaking: The schema `Boat` is removed.', 'addition: The schema `Ship` is new.'])
  })

  it('rates schemas that a response refers to indirectly as read', async () => {
    const open = (more: Part) => ({
      ...documentOf('before'),
      paths: {
        '/v2/boats': write('boats', { sent: { $ref: '#/components/schemas/BoatCreate' }, read: { $ref: '#/components/schemas/Boat' } }),
      },
      components: {
        schemas: {
          Boat: { properties: { sail: { $ref: '#/components/schemas/Sail' } } },
          Sail: { enum: ['a'], ...more },
          BoatCreate: { properties: { keel: { enum: ['a'], ...more } } },
        },
      },
    })
    const found = (await compareDocuments('control', open({}), open({ 'x-extensible-enum': true }))).map(
      (change) => `${impactOf(change)}: ${change.sentence}`,
    )
    expect(found).toEqual([
      'breaking: `Sail` can have values that are not listed.',
      'addition: `BoatCreate.keel` can have values that are not listed.',
    ])
  })
})

describe('compareDocuments lists the affected packages when', () => {
  it.each([
    { what: 'an operation is renamed', expected: ['types', 'client', 'mcp', 'reference', 'openapi'] },
    { what: 'a scope is added', expected: ['client', 'sandbox', 'mcp', 'reference', 'openapi'] },
    { what: 'sent: an example changes', expected: ['client', 'mock', 'sandbox', 'reference', 'openapi'] },
    { what: 'a required parameter is added', expected: ['types', 'client', 'mock', 'sandbox', 'mcp', 'reference', 'openapi'] },
    { what: 'a note on the source is added', expected: ['reference', 'openapi'] },
  ])('$what', ({ what, expected }) => {
    const name = nameOf(cases.findIndex((each) => each.what === what))
    const change = changes.find(({ sentence }) => sentence.includes(name))
    expect(Object.keys(change?.reaches ?? {})).toEqual(expected)
  })

  it('never rates a change of the reference site as breaking', () => {
    expect(changes.filter(({ reaches }) => reaches.reference === 'breaking')).toEqual([])
  })
})
