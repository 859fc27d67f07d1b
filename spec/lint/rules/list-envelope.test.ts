import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('list-envelope', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches optional meta',
    given: edit(wholeReplies, { 'required: [things, meta]': 'required: [things]' }),
    want: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'Expected the 200 of things_list to require `meta`; came one that is not required',
      ],
    ],
  },
  {
    name: 'catches links that are missing',
    given: edit(wholeReplies, { '        links: { $ref: ../shared/collections.yaml#/components/schemas/Links }\n': '' }),
    want: [['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to declare `links`; came none']],
  },
  {
    name: 'catches links that are required',
    given: edit(wholeReplies, { 'required: [things, meta]': 'required: [things, links, meta]' }),
    want: [['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to leave `links` optional; came a required one']],
  },
  {
    name: 'catches meta of its own',
    given: edit(wholeReplies, {
      'meta: { $ref: ../shared/collections.yaml#/components/schemas/Meta }': 'meta: { type: object, description: Mine. }',
    }),
    want: [['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to have the shared `meta`; came one of its own']],
  },
  {
    name: 'catches a root that is no array',
    given: edit(wholeReplies, {
      "things: { type: array, description: Those on this page., items: { $ref: '#/components/schemas/Thing' } }":
        "things: { $ref: '#/components/schemas/Thing' }",
    }),
    want: [['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', 'to have an array under `things`; came `object`']],
  },
  {
    name: 'leaves a fixed catalog alone',
    given: edit(wholeReplies, {
      '{ lists: Thing, by: [region] }': '{ computes: a fixed catalog }',
    }),
    want: [],
  },
])
