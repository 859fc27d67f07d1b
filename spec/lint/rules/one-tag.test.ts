import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('one-tag', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: "catches another document's tag",
    input: edit(goodDocument, { '      parameters:': '      tags: [Items]\n      parameters:' }),
    expected: [['#/paths/~1v2~1things/get/tags', 'Expected things_list to have a tag of its document (`Things`); found `Items`']],
  },
  {
    name: 'catches a second tag in a document',
    input: edit(goodDocument, { '  - name: Things\n': '  - { name: Items, description: Other things. }\n  - name: Things\n' }),
    expected: [['#/tags', 'Expected a document with paths to define exactly one tag; found `Items`, `Things`']],
  },
])
