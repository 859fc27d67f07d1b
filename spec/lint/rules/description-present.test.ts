import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('description-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an operation without a description',
    input: edit(goodDocument, { '      description: All of them, newest first.\n': '' }),
    expected: [['#/paths/~1v2~1things/get', 'Expected the operation things_list to have a description; found none']],
  },
  {
    name: 'catches a description that repeats the summary',
    input: edit(goodDocument, { 'description: All of them, newest first.': 'description: List things.' }),
    expected: [
      [
        '#/paths/~1v2~1things/get/description',
        'Expected the description of the operation things_list to say more than `List things`; found `List things.`',
      ],
    ],
  },
  {
    name: 'catches a heading',
    input: edit(goodDocument, { 'description: All of them, newest first.': 'description: "All.\\n\\n## Order"' }),
    expected: [['#/paths/~1v2~1things/get/description', 'to have no headings; found one']],
  },
  {
    name: 'catches a parameter without a description',
    input: edit(goodDocument, { '          description: Only what is in this region.\n': '' }),
    expected: [['#/paths/~1v2~1things/get/parameters/0', 'Expected the parameter region to have a description; found none']],
  },
  {
    name: 'catches a description that repeats the name of a parameter',
    input: edit(goodDocument, { 'description: Which one.': 'description: The thing ID.' }),
    expected: [
      [
        '#/paths/~1v2~1things~1{thing_id}/parameters/0/description',
        'Expected the description of the parameter thing_id to say more than `thing_id`',
      ],
    ],
  },
  {
    name: 'catches a schema without a description',
    input: edit(goodDocument, { '      description: One thing under its root.\n': '' }),
    expected: [['#/components/schemas/ThingResponse', 'Expected the schema ThingResponse to have a description; found none']],
  },
  {
    name: 'catches a property without a description',
    input: edit(goodDocument, { 'description: Given by the server., ': '' }),
    expected: [['#/components/schemas/Thing/properties/id', 'Expected the property `id` to have a description; found none']],
  },
  {
    name: 'catches a reference with an empty description',
    input: edit(goodDocument, {
      "thing: { $ref: '#/components/schemas/Thing' }\n    ThingList":
        "thing: { $ref: '#/components/schemas/Thing', description: '' }\n    ThingList",
    }),
    expected: [
      [
        '#/components/schemas/ThingResponse/properties/thing/description',
        'Expected the property `thing` to have a description; found none',
      ],
    ],
  },
  {
    name: 'catches a response without a description',
    input: edit(goodDocument, { 'description: The new thing.': "description: ''" }),
    expected: [['#/paths/~1v2~1things/post/responses/201/description', 'Expected the response 201 to have a description; found none']],
  },
  {
    name: 'catches a tag without a description',
    input: edit(goodDocument, {
      '    description: What the tests are about. It can be made, read, changed, switched off and deleted.\n': '',
    }),
    expected: [['#/tags/0', 'Expected the tag Things to have a description; found none']],
  },
])
