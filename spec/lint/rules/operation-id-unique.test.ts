import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const other = `openapi: 3.1.1
info: { title: Others, version: 2.0.0 }
paths: { /v2/others: { get: { operationId: things_list } } }
`

testRule('operation-id-unique', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches both operations of a document',
    input: edit(goodDocument, { 'operationId: things_create': 'operationId: things_list' }),
    expected: [
      ['#/paths/~1v2~1things/get/operationId', 'found `things_list`, which POST /v2/things in things.yaml has too'],
      ['#/paths/~1v2~1things/post/operationId', 'found `things_list`, which GET /v2/things in things.yaml has too'],
    ],
  },
  {
    name: 'catches the operations of two documents',
    input: { 'control/openapi.yaml': 'openapi: 3.1.1\n', 'control/things.yaml': goodDocument, 'control/others.yaml': other },
    entry: 'control/openapi.yaml',
    expected: [
      ['control/others.yaml#/paths/~1v2~1others/get/operationId', 'which GET /v2/things in things.yaml has too. Rename one of them.'],
      ['#/paths/~1v2~1things/get/operationId', 'which GET /v2/others in others.yaml has too'],
    ],
  },
])
