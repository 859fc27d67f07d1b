import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('response-defaults', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'catches a default in a response schema',
    given: edit(goodDocument, { 'description: Free text., examples': 'description: Free text., default: lamp, examples' }),
    want: [
      ['#/components/schemas/Thing/properties/name/default', 'Expected a schema that a response uses to have no `default`; found "lamp"'],
    ],
  },
  {
    name: 'accepts a default in a request',
    given: edit(goodDocument, { "description: 'What to call it, one word.'": "default: lamp, description: 'What to call it, one word.'" }),
    want: [],
  },
])
