import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const at = '#/paths/~1v2~1things~1{thing_id}/parameters/0'

testRule('path-parameters-required', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a path parameter without `required`',
    input: edit(goodDocument, { '        required: true\n': '' }),
    expected: [[at, 'Expected `required: true` on the path parameter thing_id; found none. Add it after `in`.']],
  },
  {
    name: 'catches an optional path parameter',
    input: edit(goodDocument, { '        required: true\n': '        required: false\n' }),
    expected: [[at, 'on the path parameter thing_id; found false']],
  },
])
