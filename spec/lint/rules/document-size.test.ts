import { goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('document-size', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a document over 1,000 lines',
    input: goodDocument + '# long\n'.repeat(1000),
    shared: false,
    expected: [['#/openapi', 'Expected things.yaml to have at most 1000 lines; found 1085. Split it by sub-resource']],
  },
  {
    name: 'accepts a document of exactly 1,000 lines',
    input: goodDocument + '# long\n'.repeat(1000 - goodDocument.trimEnd().split('\n').length),
    shared: false,
    expected: [],
  },
])
