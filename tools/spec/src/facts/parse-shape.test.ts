import { expect, test } from 'vitest'
import { parseParameters, parseShape } from './parse-shape.ts'
import type { Shape } from './shape.ts'

const plain: Shape = { kind: 'plain' }
const named = (name: string): Shape => ({ kind: 'name', name })
const object = (properties: Record<string, Shape>): Shape => ({
  kind: 'object',
  properties: Object.entries(properties).map(([name, shape]) => ({ name, shape })),
})

test.each<{ given: string; want: Shape }>([
  { given: 'string', want: plain },
  { given: 'any', want: plain },
  { given: 'enum[Arch Linux|CentOS]', want: plain },
  { given: 'integer enum[0|4] (=0)', want: plain },
  { given: 'enum[%t [%p]: user=%u|none]', want: plain },
  { given: 'droplet', want: named('droplet') },
  { given: 'version-2', want: named('version-2') },
  { given: '[[integer]]', want: { kind: 'list', of: { kind: 'list', of: plain } } },
  { given: 'map<droplet_backup_policy_record>', want: { kind: 'map', of: named('droplet_backup_policy_record') } },
  { given: '{\n  id!: integer\n  name: string\n}', want: object({ id: plain, name: plain }) },
  { given: '{ (nullable)\n  start: string (date-time)\n}', want: object({ start: plain }) },
  { given: '{ (readOnly)\n  state: string\n}', want: { ...object({ state: plain }), onlyIn: 'reply' } },
  { given: '{\n}', want: object({}) },
  { given: '{id: string, acl: [{topic: string}]}', want: object({ id: plain, acl: { kind: 'list', of: object({ topic: plain }) } }) },
  {
    given: '{\n  networks: {\n    v4: [network_v4] (readOnly)\n  }\n  tags: tags\n}',
    want: object({ networks: object({ v4: { kind: 'list', of: named('network_v4'), onlyIn: 'reply' } }), tags: named('tags') }),
  },
  {
    given: '{\n  pg_stat.track: enum[all|top]\n  registry.example.com: string\n}',
    want: object({ 'pg_stat.track': plain, 'registry.example.com': plain }),
  },
  {
    given: 'allOf<{\n  droplets: [droplet]\n} & pagination & meta>',
    want: { kind: 'mix', parts: [object({ droplets: { kind: 'list', of: named('droplet') } }), named('pagination'), named('meta')] },
  },
  {
    given: 'oneOf<a | allOf<b & {\n  c: string\n}>> by type',
    want: { kind: 'mix', parts: [named('a'), { kind: 'mix', parts: [named('b'), object({ c: plain })] }] },
  },
  {
    given: 'allOf<database_connection & any (readOnly)>',
    want: { kind: 'mix', parts: [named('database_connection'), { kind: 'plain', onlyIn: 'reply' }], onlyIn: 'reply' },
  },
  { given: 'string (nullable, writeOnly)', want: { kind: 'plain', onlyIn: 'request' } },
  { given: '[string (len ..253, /^[a-z]([a-z-]*)?(\\.[a-z]+)+$/)] (items ..16)', want: { kind: 'list', of: plain } },
  { given: 'string (len 2..42, /^[A-Z()\\[\\]\'"][-. \\/()]{0,40}$/, ="a (b)")', want: plain },
  { given: 'string (uri, /^https:///)', want: plain },
  { given: 'string (len ..1024, /^.+/.+$/, nullable)', want: plain },
])('$given', ({ given, want }) => {
  expect(parseShape(given)).toEqual(want)
})

test('parameters stand in one line', () => {
  expect(parseParameters('type!: enum[A|B] (="A; B"); ids: [integer]; X-Dangerous: boolean').map(({ name }) => name)).toEqual([
    'type',
    'ids',
    'X-Dangerous',
  ])
})

test.each(['{\n  id: string', '[string', 'allOf<a & b', 'string string', '{ id }'])('%j is refused', (given) => {
  expect(() => parseShape(given)).toThrow(/^Expected .* but found ".*"\.$/)
})
