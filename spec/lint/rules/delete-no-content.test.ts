import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('delete-no-content', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches another status',
    input: edit(goodDocument, {
      "        '204':\n          description: It is gone.": "        '200':\n          description: It is gone.",
    }),
    expected: [
      [
        '#/paths/~1v2~1things~1{thing_id}/delete/responses/200',
        'Expected the DELETE things_delete to return 204 or 202; found 200. Return 204 without content, or add `x-provenance`',
      ],
    ],
  },
  {
    name: 'catches a body',
    input: edit(goodDocument, {
      '          description: It is gone.\n':
        "          description: It is gone.\n          content: { application/json: { schema: { $ref: '#/components/schemas/ThingResponse' } } }\n",
    }),
    expected: [
      [
        '#/paths/~1v2~1things~1{thing_id}/delete/responses/204',
        'Expected the 204 of the DELETE things_delete to have no content; found application/json',
      ],
    ],
  },
  {
    name: 'accepts a body with a decision',
    input: edit(goodDocument, {
      '          description: It is gone.\n':
        "          description: It is gone.\n          content: { application/json: { schema: { $ref: '#/components/schemas/ThingResponse' } } }\n",
      '      x-effect:\n        { deletes':
        '      x-provenance: { from: client, note: Official clients decode the body. }\n      x-effect:\n        { deletes',
    }),
    expected: [],
  },
  {
    name: 'accepts 202',
    input: edit(goodDocument, {
      "        '204':\n          description: It is gone.": "        '202':\n          description: It is going.",
    }),
    expected: [],
  },
])
