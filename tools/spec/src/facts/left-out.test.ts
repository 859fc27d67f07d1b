import { expect, test } from 'vitest'
import { operationKey } from './declared.ts'
import { readLeftOut } from './left-out.ts'

const readme = (...rows: string[]) =>
  `# X\n\n## Facts left out, and why\n\nWords.\n\n| operation | fact | reason |\n|---|---|---|\n${rows.join('\n')}\n\n## Next\n\n| a | b | c |\n|---|---|---|\n| d | e | f |\n`

test.each([
  { row: '`GET /v2/x/{id}` | `200 a.b`', operation: 'GET /v2/x/{other}', fact: '200 a.b', want: true },
  { row: '`GET /v2/x/{id}` | `200 a.b`', operation: 'GET /v2/x/{id}', fact: '200 a.b[].c', want: true },
  { row: '`GET /v2/x/{id}` | `200 a.b`', operation: 'GET /v2/x/{id}', fact: '200 a.bc', want: false },
  { row: '`GET /v2/x/{id}` | `200 a.b`', operation: 'GET /v2/x/{id}', fact: '200 aXb', want: false },
  { row: '`GET /v2/x/{id}` | `200 a.b`', operation: 'PUT /v2/x/{id}', fact: '200 a.b', want: false },
  { row: '`* /v2/x*` | `20* a[].b`', operation: 'PUT /v2/x/{id}', fact: '202 a[].b', want: true },
  { row: '`GET /v2/x` | `query *page`', operation: 'GET /v2/x', fact: 'query per_page', want: true },
])('$row, of $operation $fact: $want', ({ row, operation, fact, want }) => {
  const [method = '', path = ''] = operation.split(' ')
  expect(readLeftOut(readme(`| ${row} | Because. |`)).map((entry) => entry.covers(operationKey(method, path), fact))).toEqual([want])
})

test('a row without a reason is refused', () => {
  expect(() => readLeftOut(readme('| `GET /v2/x` | `200 a` | |'))).toThrow('needs an operation, a fact and a reason')
})

test('a README without the section is refused', () => {
  expect(() => readLeftOut('# X\n')).toThrow('has no section "## Facts left out, and why"')
})
