import { goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('document-size', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'catches a document over 1,000 lines',
    given: goodDocument + '# long\n'.repeat(1000),
    shared: false,
    want: [['#/openapi', 'Expected things.yaml to have at most 1000 lines; found 1085. Split it by sub-resource']],
  },
  {
    name: 'accepts a document of exactly 1,000 lines',
    given: goodDocument + '# long\n'.repeat(1000 - goodDocument.trimEnd().split('\n').length),
    shared: false,
    want: [],
  },
])
