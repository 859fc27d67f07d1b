import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('success-headers', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches an answer without headers',
    given: edit(goodDocument, {
      '          description: The new thing.\n          headers: *headers\n': '          description: The new thing.\n',
    }),
    want: [
      [
        '#/paths/~1v2~1things/post/responses/201',
        'Expected the 201 of things_create to carry `ratelimit-limit`, `ratelimit-remaining`, `ratelimit-reset`, `x-request-id` from ../shared/headers.yaml; came none. Repeat the anchor',
      ],
    ],
  },
  {
    name: 'catches one that is missing, wherever the anchor is used',
    given: edit(goodDocument, { '            x-request-id: { $ref: ../shared/headers.yaml#/components/headers/RequestId }\n': '' }),
    want: [
      ['#/paths/~1v2~1things/get/responses/200', 'carry `x-request-id`'],
      ['#/paths/~1v2~1things/post/responses/201', 'carry `x-request-id`'],
      ['#/paths/~1v2~1things~1{thing_id}/delete/responses/204', 'carry `x-request-id`'],
    ],
  },
  {
    name: 'asks the same of other APIs',
    given: {
      'oauth/things.yaml': edit(goodDocument, {
        '          description: The new thing.\n          headers: *headers\n': '          description: The new thing.\n',
      }),
    },
    entry: 'oauth/things.yaml',
    want: [['oauth/things.yaml#/paths/~1v2~1things/post/responses/201', 'Expected the 201 of things_create to carry']],
  },
  {
    name: 'catches a header of its own',
    given: edit(goodDocument, {
      'x-request-id: { $ref: ../shared/headers.yaml#/components/headers/RequestId }':
        'x-request-id: { description: Mine., schema: { type: string } }',
    }),
    want: [
      ['#/paths/~1v2~1things/get/responses/200', 'carry `x-request-id`'],
      ['#/paths/~1v2~1things/post/responses/201', 'carry `x-request-id`'],
      ['#/paths/~1v2~1things~1{thing_id}/delete/responses/204', 'carry `x-request-id`'],
    ],
  },
])
