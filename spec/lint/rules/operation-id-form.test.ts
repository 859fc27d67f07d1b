import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const at = '#/paths/~1v2~1things/get/operationId'

testRule('operation-id-form', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches another address',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: items_list' }),
    want: [[at, 'Expected the operationId to begin with `things_`, as the document says; came `items_list`']],
  },
  {
    name: 'catches a verb that a list does not have',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things_getAll' }),
    want: [[at, 'Expected the verb `list`; came `things_getAll`']],
  },
  {
    name: 'catches an unknown verb',
    given: edit(goodDocument, { 'operationId: things_create': 'operationId: things_forge' }),
    want: [['#/paths/~1v2~1things/post/operationId', 'Expected a verb from the list in spec/README.md; came `things_forge`']],
  },
  {
    name: 'catches a step that is not in camelCase',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things_Parts_list' }),
    want: [[at, 'Expected an operationId `<address>_<verb>` of camelCase steps; came `things_Parts_list`']],
  },
  {
    name: 'catches an operationId without a verb',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things' }),
    want: [[at, 'Expected an operationId `<address>_<verb>` of camelCase steps; came `things`']],
  },
  {
    name: 'makes the address of a dotted, hyphenated name',
    given: {
      'control/reserved-things.spare-parts.yaml': edit(goodDocument, {
        things_list: 'reservedThings_list',
        things_create: 'reservedThings_spareParts_create',
        things_delete: 'reservedThings_delete',
      }),
    },
    entry: 'control/reserved-things.spare-parts.yaml',
    want: [],
  },
  {
    name: 'takes the address that the tag says',
    given: {
      'control/thing-parts.yaml': edit(goodDocument, {
        '- name: Things': '- name: Things\n    x-address: things_parts',
        things_list: 'things_parts_list',
        things_create: 'things_parts_create',
        things_delete: 'things_parts_delete',
      }),
    },
    entry: 'control/thing-parts.yaml',
    want: [],
  },
])
