import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('effect-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an operation without an effect',
    input: edit(goodDocument, { '      x-effect: { creates: Thing }\n': '' }),
    expected: [['#/paths/~1v2~1things/post/operationId', 'Expected things_create to have `x-effect`; found none']],
  },
  {
    name: 'ignores other APIs',
    input: { 'tools/things.yaml': edit(goodDocument, { '      x-effect: { creates: Thing }\n': '' }) },
    entry: 'tools/things.yaml',
    expected: [],
  },
])
