import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('one-tag', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: "catches another document's tag",
    given: edit(goodDocument, { '      parameters:': '      tags: [Items]\n      parameters:' }),
    want: [['#/paths/~1v2~1things/get/tags', 'Expected things_list to have a tag of its document (`Things`); found `Items`']],
  },
  {
    name: 'catches a second tag in a document',
    given: edit(goodDocument, { '  - name: Things\n': '  - { name: Items, description: Other things. }\n  - name: Things\n' }),
    want: [['#/tags', 'Expected a document with paths to define exactly one tag; found `Items`, `Things`']],
  },
])
