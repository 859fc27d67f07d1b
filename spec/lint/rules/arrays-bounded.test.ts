import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const said = 'Expected a list that callers send to say how long it may be; came no `maxItems`. Add the limit'
const withBody = (schema: string) =>
  edit(goodDocument, { "        schema: { $ref: '#/components/schemas/ThingCreate' }": `        schema: ${schema}` })

testRule('arrays-bounded', [
  { name: 'accepts a document that keeps the rules, with a list in a reply', given: goodDocument, want: [] },
  {
    name: 'catches a list in a body',
    given: withBody('{ type: object, properties: { parts: { type: array, items: { type: string } } } }'),
    want: [['#/paths/~1v2~1things/post/requestBody/content/application~1json/schema/properties/parts', said]],
  },
  {
    name: 'catches a list that may be null, in a list, once for all who refer to it',
    given: edit(withBody("{ type: array, maxItems: 9, items: { $ref: '#/components/schemas/Parts' } }"), {
      '  schemas:\n    Thing:': "  schemas:\n    Parts: { type: [array, 'null'], description: Some., items: { type: string } }\n    Thing:",
      '          schema: { type: string }\n          example: nyc3':
        "          schema: { $ref: '#/components/schemas/Parts' }\n          example: [nyc3]",
    }),
    want: [['#/components/schemas/Parts', said]],
  },
  {
    name: 'accepts lists that say how long they are',
    given: withBody('{ type: object, properties: { parts: { type: array, maxItems: 100, items: { type: string } } } }'),
    want: [],
  },
])
