import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('key-order', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a key of an operation out of order',
    input: edit(goodDocument, {
      '      summary: List things\n      description: All of them, newest first.\n':
        '      description: All of them, newest first.\n      summary: List things\n',
    }),
    expected: [
      [
        '#/paths/~1v2~1things/get/summary',
        'Expected the order operationId, summary, description, deprecated, tags, parameters, requestBody, responses, security, x-…; found `summary` after `description`. Move `summary` up.',
      ],
    ],
  },
  {
    name: 'catches an extension before a standard key',
    input: edit(goodDocument, { '      requestBody': '      x-provenance: { from: ours, note: Our choice. }\n      requestBody' }),
    expected: [['#/paths/~1v2~1things/post/requestBody', 'found `requestBody` after `x-provenance`']],
  },
  {
    name: 'catches verbs out of order',
    input: edit(goodDocument, { '    get:\n      operationId: things_list': '    patch:\n      operationId: things_list' }),
    expected: [['#/paths/~1v2~1things/post', 'Expected the order get, post, put, patch, delete; found `post` after `patch`']],
  },
])
