import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const lamps = 'openapi: 3.1.1\ninfo: { title: Lamps, version: 2.0.0 }\ncomponents: { schemas: { ThingCreate: { type: object } } }\n'

testRule('component-names', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a name that is not PascalCase',
    input: edit(wholeReplies, { '    ThingCreate:': '    thing_create:', "schemas/ThingCreate'": "schemas/thing_create'" }),
    expected: [['#/components/schemas/thing_create', 'Expected a name in PascalCase under schemas; found `thing_create`']],
  },
  {
    name: "catches an example's name too",
    input: edit(wholeReplies, { '    ThingList: { summary': '    thingList: { summary', "examples/ThingList'": "examples/thingList'" }),
    expected: [['#/components/examples/thingList', 'Expected a name in PascalCase under examples; found `thingList`']],
  },
  {
    name: 'catches a name that hides a global',
    input: edit(wholeReplies, { '    ThingCreate:': '    Request:', "schemas/ThingCreate'": "schemas/Request'" }),
    expected: [['#/components/schemas/Request', 'Expected a schema name that hides no global; found `Request`']],
  },
  {
    name: 'catches a name used in another API, even without a reference',
    input: { 'control/things.yaml': goodDocument, 'oauth/lamps.yaml': lamps },
    expected: [
      [
        '#/components/schemas/ThingCreate',
        'Expected a schema name used once in the specification; found `ThingCreate` also in oauth/lamps.yaml',
      ],
    ],
  },
])
