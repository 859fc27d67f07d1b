import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('response-defaults', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a default in a response schema',
    input: edit(goodDocument, { 'description: Free text., examples': 'description: Free text., default: lamp, examples' }),
    expected: [
      ['#/components/schemas/Thing/properties/name/default', 'Expected a schema that a response uses to have no `default`; found "lamp"'],
    ],
  },
  {
    name: 'accepts a default in a request',
    input: edit(goodDocument, { "description: 'What to call it, one word.'": "default: lamp, description: 'What to call it, one word.'" }),
    expected: [],
  },
])
