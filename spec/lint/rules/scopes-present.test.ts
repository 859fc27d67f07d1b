import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('scopes-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an operation without scopes',
    input: edit(goodDocument, { "      x-scopes: ['thing:read']\n": '' }),
    expected: [['#/paths/~1v2~1things/get/operationId', 'Expected things_list to have `x-scopes`; found none']],
  },
  {
    name: 'ignores other APIs',
    input: { 'tools/things.yaml': edit(goodDocument, { "      x-scopes: ['thing:read']\n": '' }) },
    entry: 'tools/things.yaml',
    expected: [],
  },
])
