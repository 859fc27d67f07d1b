import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

/** Last line of the responses of the first operation. */
const last = "              examples: { things: { $ref: '#/components/examples/ThingList' } }\n"

testRule(
  'error-shape',
  [
    { name: 'accepts the good document', input: goodDocument, expected: [] },
    {
      name: 'catches an error of another shape without an example',
      input: edit(wholeReplies, {
        [last]: `${last}        '422':\n          description: Mine.\n          content: { application/json: { schema: { type: object } } }\n`,
      }),
      expected: [
        [
          '#/paths/~1v2~1things/get/responses/422/content/application~1json',
          'Expected the 422 of things_list to use the schema `ApiError`; found another schema',
        ],
        [
          '#/paths/~1v2~1things/get/responses/422/content/application~1json',
          'Expected the 422 of things_list to have an example; found none',
        ],
      ],
    },
    {
      name: 'catches an error without a body',
      input: edit(wholeReplies, {
        [last]: `${last}        '422': { description: Mine. }\n`,
      }),
      expected: [['#/paths/~1v2~1things/get/responses/422', 'Expected the 422 of things_list to have a JSON body; found none']],
    },
    {
      name: 'accepts an inline error of the right shape',
      input: edit(wholeReplies, {
        [last]: `${last}        '422':\n          description: Mine.\n          content:\n            application/json:\n              schema: { $ref: ../shared/errors.yaml#/components/schemas/ApiError }\n              examples: { mine: { value: { id: unprocessable_entity, message: 'region: unknown' } } }\n`,
      }),
      expected: [],
    },
    {
      name: 'requires only an example in an API without an error schema',
      input: {
        'oauth/things.yaml': edit(wholeReplies, {
          [last]: `${last}        '400':\n          description: Mine.\n          content: { application/json: { schema: { type: object } } }\n`,
        }),
      },
      entry: 'oauth/things.yaml',
      expected: [
        [
          'oauth/things.yaml#/paths/~1v2~1things/get/responses/400/content/application~1json',
          'Expected the 400 of things_list to have an example',
        ],
      ],
    },
  ],
  { control: 'ApiError' },
)
