import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('key-order', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  {
    name: 'catches a key of an operation out of order',
    given: edit(goodDocument, {
      '      summary: List things\n      description: All of them, newest first.\n':
        '      description: All of them, newest first.\n      summary: List things\n',
    }),
    want: [
      [
        '#/paths/~1v2~1things/get/summary',
        'Expected the order operationId, summary, description, deprecated, tags, parameters, requestBody, responses, security, x-…; found `summary` after `description`. Move `summary` up.',
      ],
    ],
  },
  {
    name: 'catches an extension before a standard key',
    given: edit(goodDocument, { '      requestBody': '      x-stability: beta\n      requestBody' }),
    want: [['#/paths/~1v2~1things/post/requestBody', 'found `requestBody` after `x-stability`']],
  },
  {
    name: 'catches verbs out of order',
    given: edit(goodDocument, { '    get:\n      operationId: things_list': '    patch:\n      operationId: things_list' }),
    want: [['#/paths/~1v2~1things/post', 'Expected the order get, post, put, patch, delete; found `post` after `patch`']],
  },
])
