import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('operation-id-form', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches another group',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: items_list' }),
    want: [['#/paths/~1v2~1things/get/operationId', "Expected the group `things`, the document's family; came `items` in `items_list`"]],
  },
  {
    name: 'catches an unknown verb',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things_fetch' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected a verb from the list in spec/README.md; came `fetch` in `things_fetch`']],
  },
  {
    name: 'catches an object that is not snake_case',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things_list_byName' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected an object in snake_case; came `byName` in `things_list_byName`']],
  },
  {
    name: 'catches an operationId without a verb',
    given: edit(goodDocument, { 'operationId: things_list': 'operationId: things' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected an operationId `<group>_<verb>[_<object>]`; came `things`']],
  },
  {
    name: 'catches `patch` without a PUT',
    given: edit(goodDocument, { '    post:': '    patch:', 'operationId: things_create': 'operationId: things_patch' }),
    want: [
      [
        '#/paths/~1v2~1things/patch/operationId',
        'Expected the verb `patch` only beside a PUT; came `things_patch` on a path without one. Use `update`.',
      ],
    ],
  },
  {
    name: 'makes the group of a dotted, hyphenated name',
    given: {
      'control/reserved-things.spare-parts.yaml': edit(goodDocument, {
        things_list: 'reservedThings_list',
        things_create: 'reservedThings_create_spare_part',
        things_delete: 'reservedThings_delete',
      }),
    },
    entry: 'control/reserved-things.spare-parts.yaml',
    want: [],
  },
])
