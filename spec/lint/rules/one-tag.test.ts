import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('one-tag', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches two tags on an operation',
    given: edit(goodDocument, { 'tags: [Things]': 'tags: [Things, Things]' }),
    want: [
      ['#/paths/~1v2~1things/get/tags', 'Expected things_list to carry exactly one tag; came `Things`, `Things`. Write `tags: [Things]`.'],
    ],
  },
  {
    name: 'catches none on an operation',
    given: edit(goodDocument, { '      tags: [Things]\n': '' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected things_list to carry exactly one tag; came none']],
  },
  {
    name: "catches another document's tag",
    given: edit(goodDocument, { 'tags: [Things]': 'tags: [Items]' }),
    want: [['#/paths/~1v2~1things/get/tags', 'Expected things_list to carry a tag of its document (`Things`); came `Items`']],
  },
  {
    name: 'catches a second tag in a document',
    given: edit(goodDocument, { '  - name: Things\n': '  - { name: Items, description: Other things. }\n  - name: Things\n' }),
    want: [['#/tags', 'Expected a document with paths to define exactly one tag; came `Items`, `Things`']],
  },
])
