import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const message = 'Expected an array in a request to have a maximum length; found no `maxItems`. Add the limit'
const withBody = (schema: string) =>
  edit(goodDocument, { "            schema: { $ref: '#/components/schemas/ThingCreate' }": `            schema: ${schema}` })

testRule('arrays-bounded', [
  { name: 'accepts the good document, which has an array in a reply', input: goodDocument, expected: [] },
  {
    name: 'catches an unbounded array in a body',
    input: withBody('{ type: object, properties: { parts: { type: array, items: { type: string } } } }'),
    expected: [['#/paths/~1v2~1things/post/requestBody/content/application~1json/schema/properties/parts', message]],
  },
  {
    name: 'reports a nested nullable array once, even if several schemas refer to it',
    input: edit(withBody("{ type: array, maxItems: 9, items: { $ref: '#/components/schemas/Parts' } }"), {
      '  schemas:\n    Thing:': "  schemas:\n    Parts: { type: [array, 'null'], description: Some., items: { type: string } }\n    Thing:",
      '          schema: { type: string }\n          example: nyc3':
        "          schema: { $ref: '#/components/schemas/Parts' }\n          example: [nyc3]",
    }),
    expected: [['#/components/schemas/Parts', message]],
  },
  {
    name: 'accepts arrays with a maximum length',
    input: withBody('{ type: object, properties: { parts: { type: array, maxItems: 100, items: { type: string } } } }'),
    expected: [],
  },
])
