/** Mistakes that authors make: each is reported in the right document, at the right line, with a message that says what to do. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { edit, goodDocument } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

const config = load(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as {
  readonly extends: readonly string[]
  readonly rules: Readonly<Record<string, unknown>>
}

const entry = readFileSync(new URL('../control/openapi.yaml', import.meta.url), 'utf8').replace(/^x-documents:[^]*/m, '')

const others = `openapi: 3.1.1
info: { title: Others, version: 2.0.0 }
tags: [{ name: Others, description: More of the same. }]
paths:
  /v2/others/{other_id}:
    parameters:
      - { name: other_id, in: path, required: true, description: Its id., schema: { type: integer }, example: 1 }
    get:
      operationId: others_get
      summary: Get another
      description: It has no resource.
      responses:
        '204': { description: It exists. }
      security: [{ oauth2: [read] }, { personalAccessToken: [] }]
      x-effect: { computes: Nothing but a status. }
`

/** An edit of `things.yaml`, and the place and a part of the message of the first findings. Further ones can follow from them. */
interface Mistake {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly expected: readonly (readonly [place: string, message: string])[]
}

const thing = '{ thing: { id: 1, name: lamp, status: on } } }\n    ThingList'
const summary = '      summary: List things\n'

const mistakes: readonly Mistake[] = [
  {
    name: 'an unknown key',
    from: summary,
    to: '      summary: List things\n      title: List\n',
    expected: [['things.yaml:11', 'Property `title` is not expected here.']],
  },
  {
    name: 'a key with the wrong indentation',
    from: summary,
    to: '       summary: List things\n',
    expected: [['things.yaml:10', 'Failed to parse: bad indentation of a mapping entry']],
  },
  {
    name: 'a tab',
    from: summary,
    to: '\t  summary: List things\n',
    expected: [['things.yaml:10', 'Failed to parse: tab characters must not be used in indentation']],
  },
  {
    name: 'a colon in a text without quotes',
    from: 'All of them, newest first.',
    to: 'All of them: newest first.',
    expected: [['things.yaml:11', 'Failed to parse: bad indentation of a mapping entry']],
  },
  {
    name: 'a duplicate key',
    from: summary,
    to: '      summary: List things\n      summary: List all things\n',
    expected: [['things.yaml:11', 'Failed to parse: duplicated mapping key']],
  },
  {
    name: 'a key without a value',
    from: summary,
    to: '      summary:\n',
    expected: [['things.yaml:10', 'Expected a value of `summary`; found none. Write it after the colon or indented below, or remove']],
  },
  {
    name: 'a missing effect',
    from: '      x-effect: { lists: Thing, by: [region] }\n',
    to: '',
    expected: [['things.yaml:9', 'Expected things_list to have `x-effect`; found none. Add an effect such as `x-effect: { gets:']],
  },
  {
    name: 'a missing summary',
    from: summary,
    to: '',
    expected: [['things.yaml:9', 'Expected the summary of things_list to be present; found none. Add one like `List volumes`.']],
  },
  {
    name: 'an empty description',
    from: 'description: All of them, newest first.',
    to: "description: ''",
    expected: [['things.yaml:11', 'Expected the operation things_list to have a description; found none. Describe what a user cannot']],
  },
  {
    name: 'a wrong type inside an example',
    from: thing,
    to: '{ thing:\n        { id: one, name: lamp, status: on } } }\n    ThingList',
    expected: [['things.yaml:85', 'Example value must conform to the schema: `id` property type must be integer.']],
  },
  {
    name: 'a wrong type in an example that is used with an anchor',
    from: 'value: { thing: { id: 1, name: lamp, status: on } } }\n    ThingList: { summary: The only lamp, value: { things: [{ id: 1, name: lamp, status: on }],',
    to: 'value: { thing: &lamp { id: 1,\n        name: 5, status: on } } }\n    ThingList: { summary: The only lamp, value: { things: [*lamp],',
    expected: [['things.yaml:86', 'Example value must conform to the schema: `name` property type must be string.']],
  },
  {
    name: 'a missing property inside an example',
    from: thing,
    to: '{ thing:\n        { id: 1, status: on } } }\n    ThingList',
    expected: [['things.yaml:85', "Example value must conform to the schema: `thing` property must have required property 'name'."]],
  },
  {
    name: 'an unknown property inside an example',
    from: '{ name: lamp } } }',
    to: '{ name: lamp,\n                  color: red } } }',
    expected: [['things.yaml:32', 'Example value must conform to the schema: must NOT have unevaluated properties `color`.']],
  },
  {
    name: 'a reference to a missing key of an example',
    from: '{ id: 1, name: lamp, status: on }], meta',
    to: "{ $ref: '#/components/examples/Thing/value/thin' }], meta",
    expected: [['things.yaml:85', 'Expected a reference inside a value to point into the value of an example; found']],
  },
  {
    name: 'a reference to a missing component',
    from: "#/components/schemas/ThingCreate'",
    to: "#/components/schemas/ThingCreat'",
    expected: [['things.yaml:30', "Can't resolve $ref"]],
  },
  {
    name: 'a reference to a missing document',
    from: "items: { $ref: '#/components/schemas/Thing' }",
    to: 'items: { $ref: thing.yaml#/components/schemas/Thing }',
    expected: [['things.yaml:82', "Can't resolve $ref: ENOENT: no such file or directory"]],
  },
  {
    name: 'a duplicate operationId',
    from: 'operationId: things_delete',
    to: 'operationId: things_list',
    expected: [
      ['things.yaml:9', 'Expected an operationId that no other operation has; found `things_list`, which DELETE'],
      ['things.yaml:46', 'Expected an operationId that no other operation has; found `things_list`, which GET /v2/things in'],
    ],
  },
  {
    name: 'an operationId of another document',
    from: 'operationId: things_delete',
    to: 'operationId: others_get',
    expected: [
      ['things.yaml:46', 'Expected the operationId to start with `things_`, the address of the document; found `others_get`.'],
      ['others.yaml:9', 'Expected an operationId that no other operation has; found `others_get`, which DELETE'],
      ['things.yaml:46', 'Expected an operationId that no other operation has; found `others_get`, which GET'],
    ],
  },
  {
    name: 'a path of another document',
    from: '  /v2/things:\n',
    to: '  /v2/others/{other_id}:\n',
    expected: [['others.yaml:5', 'Expected each path in one document; found /v2/others/{other_id} in things.yaml too. Keep it in one']],
  },
  {
    name: 'an undeclared path parameter',
    from: '/v2/things/{thing_id}:',
    to: '/v2/things/{thing_id}/{part_id}:',
    expected: [['things.yaml:45', 'The operation does not define the path parameter `{part_id}` expected by path']],
  },
  {
    name: 'a parameter that the path does not have',
    from: 'name: thing_id',
    to: 'name: thing',
    expected: [['things.yaml:39', 'Path parameter `thing` is not used in the path `/v2/things/{thing_id}`.']],
  },
  {
    name: 'a path parameter that is not required',
    from: '        required: true\n',
    to: '',
    expected: [['things.yaml:39', 'Expected `required: true` on the path parameter thing_id; found none. Add it after `in`.']],
  },
  {
    name: 'a misspelt extension',
    from: '      x-effect: { creates',
    to: '      x-effects: { creates',
    expected: [['things.yaml:36', 'Expected one of our extensions (`x-resource`, `x-lifecycle`, `x-effect`, `x-rate-limit`,']],
  },
  {
    name: 'an extension in the wrong place',
    from: '      x-resource: {',
    to: '      x-tool: {',
    expected: [['things.yaml:64', 'Expected `x-tool` on an operation; found it on a schema component. Move it there.']],
  },
  {
    name: 'a wrong value of an extension',
    from: 'after: PT60S',
    to: 'after: 60s',
    expected: [['things.yaml:68', 'Expected `x-lifecycle` to match lint/extensions/x-lifecycle.json; found /transitions/0/after that']],
  },
  {
    name: 'an effect on a schema that does not exist',
    from: '{ creates: Thing }',
    to: '{ creates: Thin }',
    expected: [['things.yaml:36', 'Expected the name of a schema component; found `Thin`, which no document has. Correct the name, or']],
  },
  {
    name: 'a status code that does not exist',
    from: "'201':",
    to: "'2010':",
    expected: [['things.yaml:33', 'Property `2010` is not expected here.']],
  },
  {
    name: 'a type that does not exist',
    from: 'type: string, description: Free',
    to: 'type: str, description: Free',
    expected: [['things.yaml:62', '`type` can be one of the following only: "object", "array", "string", "number", "integer",']],
  },
  {
    name: 'a keyword with a value of the wrong type',
    from: 'required: [name]\n',
    to: 'required: name\n',
    expected: [['things.yaml:72', 'Expected type `array` but got `string`.']],
  },
  {
    name: 'a default in a response',
    from: 'description: Free text., examples',
    to: 'description: Free text., default: lamp, examples',
    expected: [['things.yaml:62', 'Expected a schema that a response uses to have no `default`; found "lamp". Remove it; if a request']],
  },
  {
    name: 'a response that repeats the conventions',
    from: '          description: It is gone.\n',
    to: "          description: It is gone.\n        '404': { $ref: ../shared/errors.yaml#/components/responses/NotFound }\n",
    expected: [['things.yaml:52', 'Expected only what differs from spec/conventions.yaml; found `404` with the value of the']],
  },
  {
    name: 'a schema that nothing uses',
    from: '    ThingCreate:\n',
    to: '    Spare: { description: Left over. }\n    ThingCreate:\n',
    expected: [['things.yaml:70', 'Expected a reference to the component Spare; found none. Remove it, or use it.']],
  },
]

describe('a mistake of an author is reported where it is', () => {
  const found = lintCases(
    { extends: config.extends, rules: config.rules },
    mistakes.map(({ name, from, to }) => ({
      name,
      entry: 'control/openapi.yaml',
      input: { 'control/openapi.yaml': entry, 'control/things.yaml': edit(goodDocument, { [from]: to }), 'control/others.yaml': others },
    })),
  ).map((findings) => findings.filter(({ at }) => at.startsWith('control/')))

  it.each(mistakes.map((mistake, index) => ({ ...mistake, findings: found[index] ?? [] })))('$name', ({ expected, findings }) => {
    const places = findings.map(({ at, line, message }) => [`${at.replace(/^control\/|#.*/g, '')}:${line}`, message])
    expect(places.slice(0, expected.length)).toEqual(expected.map(([place, message]) => [place, expect.stringContaining(message)]))
  })
})
