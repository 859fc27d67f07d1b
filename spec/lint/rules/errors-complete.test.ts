import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule(
  'errors-complete',
  [
    { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
    {
      name: 'catches what every operation must declare',
      given: edit(goodDocument, { "        '429': { $ref: ../shared/errors.yaml#/components/responses/TooManyRequests }\n": '' }),
      want: [
        [
          '#/paths/~1v2~1things/get/responses',
          "Expected things_list to declare 429 (every operation does); came `200`, `401`, `403`, `422`, `500`, `default`. Add `'429'",
        ],
      ],
    },
    {
      name: 'catches what an operation with a body must declare',
      given: edit(goodDocument, { "        '400': { $ref: ../shared/errors.yaml#/components/responses/BadRequest }\n": '' }),
      want: [['#/paths/~1v2~1things/post/responses', 'Expected things_create to declare 400 (it has a body)']],
    },
    {
      name: 'catches what a path with a parameter needs',
      given: edit(goodDocument, { "        '404': { $ref: ../shared/errors.yaml#/components/responses/NotFound }\n": '' }),
      want: [['#/paths/~1v2~1things~1{thing_id}/delete/responses', 'Expected things_delete to declare 404 (its path has a parameter)']],
    },
    {
      name: 'catches what any input needs, and collects all',
      given: edit(goodDocument, {
        "        '401': { $ref: ../shared/errors.yaml#/components/responses/Unauthorized }\n        '403': { $ref: ../shared/errors.yaml#/components/responses/Forbidden }\n        '422': { $ref: ../shared/errors.yaml#/components/responses/UnprocessableEntity }\n":
          '',
      }),
      want: [
        ['#/paths/~1v2~1things/get/responses', 'declare 401'],
        ['#/paths/~1v2~1things/get/responses', 'declare 403'],
        ['#/paths/~1v2~1things/get/responses', 'Expected things_list to declare 422 (it takes parameters or a body)'],
      ],
    },
    {
      name: 'catches an error of another shape without an example',
      given: edit(goodDocument, {
        "        '422': { $ref: ../shared/errors.yaml#/components/responses/UnprocessableEntity }":
          "        '422':\n          description: Mine.\n          content: { application/json: { schema: { type: object } } }",
      }),
      want: [
        [
          '#/paths/~1v2~1things/get/responses/422/content/application~1json',
          'Expected the 422 of things_list to carry `ApiError`; came a schema of its own',
        ],
        [
          '#/paths/~1v2~1things/get/responses/422/content/application~1json',
          'Expected the 422 of things_list to have an example; came none',
        ],
      ],
    },
    {
      name: 'catches an error without a body',
      given: edit(goodDocument, {
        "        '422': { $ref: ../shared/errors.yaml#/components/responses/UnprocessableEntity }": "        '422': { description: Mine. }",
      }),
      want: [['#/paths/~1v2~1things/get/responses/422', 'Expected the 422 of things_list to have a JSON body; came none']],
    },
    {
      name: 'accepts an inline error of the right shape',
      given: edit(goodDocument, {
        "        '422': { $ref: ../shared/errors.yaml#/components/responses/UnprocessableEntity }":
          "        '422':\n          description: Mine.\n          content: { application/json: { schema: { $ref: ../shared/errors.yaml#/components/schemas/ApiError }, examples: { mine: { value: { id: unprocessable_entity, message: 'region: unknown' } } } } }",
      }),
      want: [],
    },
    {
      name: 'has its own policy for each API',
      given: { 'oauth/things.yaml': goodDocument },
      entry: 'oauth/things.yaml',
      want: [
        ['oauth/things.yaml#/paths/~1v2~1things/get/responses', 'Expected things_list to declare 400 (it takes parameters or a body)'],
        ['oauth/things.yaml#/paths/~1v2~1things~1{thing_id}/delete/responses', 'Expected things_delete to declare 400'],
      ],
    },
    {
      name: 'leaves an API without a policy alone',
      given: {
        'tools/things.yaml': edit(goodDocument, {
          "        '429': { $ref: ../shared/errors.yaml#/components/responses/TooManyRequests }\n": '',
        }),
      },
      entry: 'tools/things.yaml',
      want: [],
    },
  ],
  {
    control: { always: ['401', '403', '429', '500', 'default'], body: ['400'], pathParameter: ['404'], input: ['422'], schema: 'ApiError' },
    oauth: { input: ['400'] },
  },
)
