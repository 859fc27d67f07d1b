import { expect, test } from 'vitest'
import { listFacts, listProperties, writeFact } from './list-facts.ts'
import { parseShape } from './parse-shape.ts'
import { parseFamily } from './read-facts.ts'
import { type Direction, writeSteps } from './shape.ts'

const { schemas } = parseFamily(
  'things',
  `
id = integer (readOnly)

thing = {
  id: id
  secret: string (writeOnly)
  parts: [thing]
}
`,
)

test.each<{ given: string; direction?: Direction; want: string[] }>([
  { given: 'string', want: [] },
  { given: '{\n  a: {\n    b: string\n  }\n}', want: ['a', 'a.b'] },
  { given: '[{\n  a: [[{\n    b: string\n  }]]\n}]', want: ['[].a', '[].a[][].b'] },
  { given: '{\n  a: map<{\n    b: string\n  }>\n}', want: ['a', 'a{}.b'] },
  { given: 'allOf<{\n  a: string\n} & {\n  a: string\n  b: string\n}>', want: ['a', 'b'] },
  { given: '{\n  thing: thing\n}', want: ['thing', 'thing.id', 'thing.parts'] },
  { given: 'thing', direction: 'request', want: ['secret', 'parts'] },
])('$given', ({ given, direction = 'reply', want }) => {
  expect(listProperties(parseShape(given), schemas, direction).map(writeSteps)).toEqual(want)
})

test('a name without a schema is an error', () => {
  expect(() => listProperties(parseShape('[nothing]'), schemas, 'reply')).toThrow('The facts refer to nothing')
})

test('an operation has parameters, a body, statuses and replies', () => {
  const [operation] = parseFamily(
    'things',
    `POST /v2/things
  query: page: integer
  header: X-Dangerous!: boolean
  body {
    size: integer
  }
  200: {
    ok: boolean
  }
  200: text/event-stream {
    data: string
  }
  204: (no body)`,
  ).operations
  expect(operation && listFacts(operation, schemas).map(writeFact)).toEqual([
    'query page',
    'header X-Dangerous',
    'body size',
    'status 200',
    'status 204',
    '200 ok',
    '200 text/event-stream data',
  ])
})
