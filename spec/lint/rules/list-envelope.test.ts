import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('list-envelope', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches optional meta',
    input: edit(wholeReplies, { 'required: [things, meta]': 'required: [things]' }),
    expected: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'Expected the 200 of things_list to require `meta`; found an optional one',
      ],
    ],
  },
  {
    name: 'catches links that are missing',
    input: edit(wholeReplies, { '        links: { $ref: ../shared/collections.yaml#/components/schemas/Links }\n': '' }),
    expected: [['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to declare `links`; found none']],
  },
  {
    name: 'catches links that are required',
    input: edit(wholeReplies, { 'required: [things, meta]': 'required: [things, links, meta]' }),
    expected: [
      ['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to leave `links` optional; found a required one'],
    ],
  },
  {
    name: 'catches another schema for meta',
    input: edit(wholeReplies, {
      'meta: { $ref: ../shared/collections.yaml#/components/schemas/Meta }': 'meta: { type: object, description: Mine. }',
    }),
    expected: [
      ['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to have the shared `meta`; found another schema'],
    ],
  },
  {
    name: 'catches a root that is not an array',
    input: edit(wholeReplies, {
      "things: { type: array, description: Those on this page., items: { $ref: '#/components/schemas/Thing' } }":
        "things: { $ref: '#/components/schemas/Thing' }",
    }),
    expected: [
      ['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to have an array under `things`; found `object`'],
    ],
  },
  {
    name: 'ignores a fixed catalog',
    input: edit(wholeReplies, {
      '{ lists: Thing, by: [region] }': '{ computes: a fixed catalog }',
    }),
    expected: [],
  },
])
