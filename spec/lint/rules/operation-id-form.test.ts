import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const at = '#/paths/~1v2~1things/get/operationId'

testRule('operation-id-form', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches another address',
    input: edit(goodDocument, { 'operationId: things_list': 'operationId: items_list' }),
    expected: [[at, 'Expected the operationId to start with `things_`, the address of the document; found `items_list`']],
  },
  {
    name: 'catches a verb other than list on a list operation',
    input: edit(goodDocument, { 'operationId: things_list': 'operationId: things_getAll' }),
    expected: [[at, 'Expected the verb `list`; found `things_getAll`']],
  },
  {
    name: 'catches an unknown verb',
    input: edit(goodDocument, { 'operationId: things_create': 'operationId: things_forge' }),
    expected: [['#/paths/~1v2~1things/post/operationId', 'Expected a verb from the list in spec/README.md; found `things_forge`']],
  },
  {
    name: 'catches a step that is not in camelCase',
    input: edit(goodDocument, { 'operationId: things_list': 'operationId: things_Parts_list' }),
    expected: [[at, 'Expected an operationId `<address>_<verb>` of camelCase steps; found `things_Parts_list`']],
  },
  {
    name: 'catches an operationId without a verb',
    input: edit(goodDocument, { 'operationId: things_list': 'operationId: things' }),
    expected: [[at, 'Expected an operationId `<address>_<verb>` of camelCase steps; found `things`']],
  },
  {
    name: 'derives the address from a dotted, hyphenated file name',
    input: {
      'control/reserved-things.spare-parts.yaml': edit(goodDocument, {
        things_list: 'reservedThings_list',
        things_create: 'reservedThings_spareParts_create',
        things_delete: 'reservedThings_delete',
      }),
    },
    entry: 'control/reserved-things.spare-parts.yaml',
    expected: [],
  },
  {
    name: 'accepts the address that all operations of a family share',
    input: {
      'control/thing-parts.yaml': edit(goodDocument, {
        things_list: 'things_parts_list',
        things_create: 'things_parts_create',
        things_delete: 'things_parts_delete',
      }),
    },
    entry: 'control/thing-parts.yaml',
    expected: [],
  },
])
