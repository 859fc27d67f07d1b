import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('summary-form', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches none',
    given: edit(goodDocument, { '      summary: List things\n': '' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected the summary of things_list to be there; came none']],
  },
  {
    name: 'catches a small letter',
    given: edit(goodDocument, { 'summary: List things': 'summary: list things' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to begin with a capital letter; came `list things`']],
  },
  {
    name: 'catches a full stop',
    given: edit(goodDocument, { 'summary: List things': 'summary: List things.' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to have no full stop; came `List things.`']],
  },
  {
    name: 'catches more than 60 characters',
    given: edit(goodDocument, { 'summary: List things': 'summary: List all of the things that there are in all of the regions of us' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to have at most 60 characters; came 65']],
  },
  {
    name: 'catches a second line',
    given: edit(goodDocument, { 'summary: List things': 'summary: "List\\nthings"' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to be one line; came several']],
  },
])
