import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('examples-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a parameter without an example',
    input: edit(wholeReplies, { '          example: nyc3\n': '' }),
    expected: [['#/paths/~1v2~1things/get/parameters/0', 'Expected the parameter region to have an `example`; found none']],
  },
  {
    name: 'catches a parameter with examples of a schema',
    input: edit(wholeReplies, { '          example: nyc3\n': '          examples: { here: { value: nyc3 } }\n' }),
    expected: [['#/paths/~1v2~1things/get/parameters/0', 'to have an `example`; found `examples`']],
  },
  {
    name: 'catches a request body without an example',
    input: edit(wholeReplies, { '            examples: { plain: { value: { name: lamp } } }\n': '' }),
    expected: [
      [
        '#/paths/~1v2~1things/post/requestBody/content/application~1json',
        'Expected the application/json request body of things_create to have named `examples`; found none',
      ],
    ],
  },
  {
    name: 'catches a response with an unnamed example',
    input: edit(wholeReplies, {
      "              examples: { thing: { $ref: '#/components/examples/Thing' } }\n":
        '              example: { thing: { id: 1, name: lamp, status: on } }\n',
    }),
    expected: [
      [
        '#/paths/~1v2~1things/post/responses/201/content/application~1json',
        'Expected the 201 of things_create to have named `examples`; found an `example` without a name',
      ],
    ],
  },
  {
    name: 'catches a named example without a value',
    input: edit(wholeReplies, { '{ plain: { value: { name: lamp } } }': '{ plain: { summary: Nothing } }' }),
    expected: [
      [
        '#/paths/~1v2~1things/post/requestBody/content/application~1json/examples/plain',
        'Expected the example `plain` of the application/json request body of things_create to have a `value`; found none',
      ],
    ],
  },
  {
    name: 'catches a scalar property without an example',
    input: edit(wholeReplies, { ', examples: [1] }': ' }' }),
    expected: [['#/components/schemas/Thing/properties/id', 'Expected the property `id` to have `examples`; found none']],
  },
  {
    name: 'catches the `example` of OpenAPI 3.0',
    input: edit(wholeReplies, { 'examples: [1] }': 'example: 1, examples: [1] }' }),
    expected: [
      [
        '#/components/schemas/Thing/properties/id/example',
        'Expected a schema to have `examples`; found `example`, which JSON Schema does not define',
      ],
    ],
  },
  {
    name: 'requires no examples for booleans, enums, constants, arrays and bytes',
    input: edit(wholeReplies, {
      ', examples: [1] }':
        ", examples: [1] }\n        a: { type: boolean, description: A. }\n        b: { type: array, description: A., items: { type: string } }\n        c: { const: x, description: A. }\n        d: { type: [string, 'null'], enum: [x, null], description: A. }\n        e: { type: string, format: binary, description: A. }",
    }),
    expected: [],
  },
])
