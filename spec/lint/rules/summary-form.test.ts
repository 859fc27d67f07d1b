import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('summary-form', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'catches a missing summary',
    given: edit(goodDocument, { '      summary: List things\n': '' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected the summary of things_list to be present; found none']],
  },
  {
    name: 'catches a lowercase first letter',
    given: edit(goodDocument, { 'summary: List things': 'summary: list things' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to begin with a capital letter; found `list things`']],
  },
  {
    name: 'catches final punctuation',
    given: edit(goodDocument, { 'summary: List things': 'summary: List things.' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to have no final punctuation; found `List things.`']],
  },
  {
    name: 'catches a summary over 60 characters',
    given: edit(goodDocument, { 'summary: List things': 'summary: List all of the things that there are in all of the regions of us' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to have at most 60 characters; found 65']],
  },
  {
    name: 'catches a second line',
    given: edit(goodDocument, { 'summary: List things': 'summary: "List\\nthings"' }),
    want: [['#/paths/~1v2~1things/get/summary', 'to be one line; found several']],
  },
])
