import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const repeated = (name: string) =>
  `Expected only what differs from spec/conventions.yaml; found \`${name}\` with the value of the convention`

testRule('conventions-unrepeated', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches repetitions of every convention',
    input: edit(goodDocument, {
      '      parameters:': '      tags: [Things]\n      parameters:',
      things_list: 'volumes_list',
      "['thing:read']": "['block_storage:read']",
      '          example: nyc3\n':
        '          example: nyc3\n        - $ref: ../shared/collections.yaml#/components/parameters/PerPage\n        - $ref: ../shared/collections.yaml#/components/parameters/Page\n',
      '          description: One page.\n':
        '          description: One page.\n          headers: { x-request-id: { $ref: ../shared/headers.yaml#/components/headers/RequestId } }\n',
      '      requestBody:\n': '      requestBody:\n        required: true\n',
      '          description: It is gone.\n':
        "          description: It is gone.\n        '404': { $ref: ../shared/errors.yaml#/components/responses/NotFound }\n",
      "{ personalAccessToken: ['thing:delete'] }": '{ personalAccessToken: [] }',
    }),
    expected: [
      ['#/paths/~1v2~1things/get/tags', repeated('tags')],
      ['#/paths/~1v2~1things/get/parameters/1', repeated('1')],
      ['#/paths/~1v2~1things/get/responses/200/headers/x-request-id', repeated('x-request-id')],
      ['#/paths/~1v2~1things/get/security', repeated('security')],
      ['#/paths/~1v2~1things/post/requestBody/required', repeated('required')],
      ['#/paths/~1v2~1things~1{thing_id}/delete/responses/404', repeated('404')],
      ['#/paths/~1v2~1things~1{thing_id}/delete/security', repeated('security')],
    ],
  },
  {
    name: 'catches the type of a schema and the shared properties of replies',
    input: edit(wholeReplies, {
      '      required: [name]\n': '      type: object\n      required: [name]\n',
      '        initial: new\n': '        field: status\n        initial: new\n',
    }),
    expected: [
      ['#/paths/~1v2~1things/get/responses/200/content/application~1json/schema', repeated('schema')],
      ['#/paths/~1v2~1things/get/responses/200/content/application~1json/examples', repeated('examples')],
      ['#/paths/~1v2~1things/post/responses/201/content/application~1json/schema', repeated('schema')],
      ['#/paths/~1v2~1things/post/responses/201/content/application~1json/examples', repeated('examples')],
      ['#/components/schemas/Thing/x-lifecycle/field', repeated('field')],
      ['#/components/schemas/ThingCreate/type', repeated('type')],
      ['#/components/schemas/ThingResponse/required', repeated('required')],
      ['#/components/schemas/ThingList/properties/things/type', repeated('type')],
      ['#/components/schemas/ThingList/required', repeated('required')],
    ],
  },
  {
    name: 'accepts values that differ',
    input: edit(goodDocument, {
      '          example: nyc3\n':
        '          example: nyc3\n        - $ref: ../shared/collections.yaml#/components/parameters/LongPerPage\n        - $ref: ../shared/collections.yaml#/components/parameters/Page\n',
      '          description: It is gone.\n':
        "          description: It is gone.\n        '404': { $ref: ../shared/errors.yaml#/components/responses/Conflict }\n",
      "[{ oauth2: [read, write] }, { personalAccessToken: ['thing:delete'] }]": '[{ personalAccessToken: [] }]',
    }),
    expected: [],
  },
])
