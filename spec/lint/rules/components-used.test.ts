import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const entry = `openapi: 3.1.1
info: { title: All, version: 2.0.0 }
`
const spare = edit(goodDocument, {
  '  examples:\n    Thing:': '    Spare: { type: object, description: Left over. }\n  examples:\n    Thing:',
})

testRule('components-used', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a component without a reference',
    input: { 'control/openapi.yaml': entry, 'control/things.yaml': spare },
    entry: 'control/openapi.yaml',
    shared: false,
    expected: [['#/components/schemas/Spare', 'Expected a reference to the component Spare; found none']],
  },
  {
    name: 'accepts a reference from a sibling document',
    input: {
      'control/openapi.yaml': entry,
      'control/things.yaml': spare,
      'control/others.yaml':
        "components: { schemas: { Other: { type: object, x-resource: { one: other }, properties: { spare: { $ref: 'things.yaml#/components/schemas/Spare' } } } } }",
    },
    entry: 'control/openapi.yaml',
    shared: false,
    expected: [],
  },
  {
    name: 'reports nothing if only some documents are linted',
    input: spare,
    expected: [],
  },
])
