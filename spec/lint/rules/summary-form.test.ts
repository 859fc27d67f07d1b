import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('summary-form', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a missing summary',
    input: edit(goodDocument, { '      summary: List things\n': '' }),
    expected: [['#/paths/~1v2~1things/get/operationId', 'Expected the summary of things_list to be present; found none']],
  },
  {
    name: 'catches a lowercase first letter',
    input: edit(goodDocument, { 'summary: List things': 'summary: list things' }),
    expected: [['#/paths/~1v2~1things/get/summary', 'to begin with a capital letter; found `list things`']],
  },
  {
    name: 'catches final punctuation',
    input: edit(goodDocument, { 'summary: List things': 'summary: List things.' }),
    expected: [['#/paths/~1v2~1things/get/summary', 'to have no final punctuation; found `List things.`']],
  },
  {
    name: 'catches a summary over 60 characters',
    input: edit(goodDocument, { 'summary: List things': 'summary: List all of the things that there are in all of the regions of us' }),
    expected: [['#/paths/~1v2~1things/get/summary', 'to have at most 60 characters; found 65']],
  },
  {
    name: 'catches a second line',
    input: edit(goodDocument, { 'summary: List things': 'summary: "List\\nthings"' }),
    expected: [['#/paths/~1v2~1things/get/summary', 'to be one line; found several']],
  },
])
