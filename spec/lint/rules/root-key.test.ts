import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('root-key', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches a root that is optional',
    given: edit(wholeReplies, { 'required: [thing]': 'required: []' }),
    want: [
      [
        '#/paths/~1v2~1things/post/responses/201/content/application~1json/schema',
        'Expected the 201 of things_create to require the root `thing`, `things`; came `thing` that is not required. Add `thing`',
      ],
    ],
  },
  {
    name: 'catches another root',
    given: edit(wholeReplies, {
      'required: [things, meta]': 'required: [items, meta]',
      '        things: { type: array': '        items: { type: array',
    }),
    want: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'to require the root `things`; came an object with `items`, `links`, `meta`',
      ],
    ],
  },
  {
    name: 'catches a bare array, also where the answer is computed',
    given: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingList' }": "schema: { type: array, items: { $ref: '#/components/schemas/Thing' } }",
      '{ lists: Thing, by: [region] }': '{ computes: from nothing at all }',
    }),
    want: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'Expected the 200 of things_list to be a JSON object; came `array`',
      ],
    ],
  },
  {
    name: 'catches the one branch of a union that has no root',
    given: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingResponse' }":
        "schema: { oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/Thing' }] }",
    }),
    want: [['#/paths/~1v2~1things/post/responses/201/content/application~1json/schema', 'came an object with `id`, `name`, `status`']],
  },
  {
    name: 'accepts a collection as the answer to a creation of several',
    given: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingResponse' }": "schema: { $ref: '#/components/schemas/ThingList' }",
    }),
    want: [],
  },
  {
    name: 'wants an action where one is started',
    given: edit(wholeReplies, { '{ creates: Thing }': '{ acts-on: Thing }\n      x-action: { types: [on], resource-type: thing }' }),
    want: [['#/paths/~1v2~1things/post/responses/201/content/application~1json/schema', 'to require the root `action`, `actions`']],
  },
  {
    name: 'leaves computed objects free',
    given: edit(wholeReplies, { 'required: [thing]': 'required: []', '{ creates: Thing }': '{ computes: from nothing at all }' }),
    want: [],
  },
])
