import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const sibling = `openapi: 3.1.1
info: { title: Others, version: 2.0.0 }
paths: {}
components:
  schemas:
    Other: { type: object, description: Something else. }
  parameters:
    Which: { name: which, in: query, description: Which., schema: { type: string }, example: a }
`

testRule('refs-allowed', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: "accepts a sibling's schema",
    input: {
      'control/things.yaml': edit(goodDocument, {
        "thing: { $ref: '#/components/schemas/Thing' }\n    ThingList":
          'thing: { $ref: others.yaml#/components/schemas/Other }\n    ThingList',
      }),
      'control/others.yaml': sibling,
      'oauth/others.yaml': sibling,
    },
    expected: [],
  },
  {
    name: "catches a sibling's parameter",
    input: {
      'control/things.yaml': edit(goodDocument, {
        '          example: nyc3\n': '          example: nyc3\n        - $ref: others.yaml#/components/parameters/Which\n',
      }),
      'control/others.yaml': sibling,
      'oauth/others.yaml': sibling,
    },
    expected: [
      [
        '#/paths/~1v2~1things/get/parameters/1/$ref',
        'Expected a reference in the file (#/components/…), to ../shared/<name>.yaml#/components/… or to <sibling>.yaml#/components/{schemas,examples}/…; found `others.yaml#/components/parameters/Which`. Only schemas and examples are shared between siblings',
      ],
    ],
  },
  {
    name: "catches another API's schema",
    input: {
      'control/things.yaml': edit(goodDocument, {
        "thing: { $ref: '#/components/schemas/Thing' }\n    ThingList":
          'thing: { $ref: ../oauth/others.yaml#/components/schemas/Other }\n    ThingList',
      }),
      'control/others.yaml': sibling,
      'oauth/others.yaml': sibling,
    },
    expected: [
      [
        '#/components/schemas/ThingResponse/properties/thing/$ref',
        'Expected a reference in the file (#/components/…), to ../shared/<name>.yaml#/components/… or to <sibling>.yaml#/components/{schemas,examples}/…; found `../oauth/others.yaml#/components/schemas/Other`. Move the target to ../shared/',
      ],
    ],
  },
  {
    name: 'catches a whole document',
    input: {
      'control/things.yaml': edit(goodDocument, {
        "thing: { $ref: '#/components/schemas/Thing' }\n    ThingList": 'thing: { $ref: others.yaml }\n    ThingList',
      }),
      'control/others.yaml': sibling,
      'oauth/others.yaml': sibling,
    },
    expected: [
      [
        '#/components/schemas/ThingResponse/properties/thing/$ref',
        'Expected a reference in the file (#/components/…), to ../shared/<name>.yaml#/components/… or to <sibling>.yaml#/components/{schemas,examples}/…; found `others.yaml`',
      ],
    ],
  },
])
