import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const at = '#/paths/~1v2~1things~1{thing_id}~1actions/post/requestBody'

const withActions = edit(goodDocument, {
  'components:\n  schemas:\n': `  /v2/things/{thing_id}/actions:
    post:
      operationId: things_createAction
      summary: Start an action on a thing
      description: It ends within seconds.
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/ThingAction' }
            examples: { dim: { value: { type: dim, watts: 3 } } }
      responses:
        '204':
          description: It has begun.
      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:update'] }]
      x-effect: { acts-on: Thing, starts: { types: [dim, switch_off, switch_on], resource-type: thing, locks: [Thing], duration: PT5S } }
components:
  schemas:
    ThingAction:
      description: What to do.
      oneOf: [{ $ref: '#/components/schemas/ThingDim' }, { $ref: '#/components/schemas/ThingSwitch' }]
      discriminator: { propertyName: type }
    ThingDim:
      description: Makes it shine less.
      required: [type, watts]
      properties:
        type: { type: string, const: dim, description: Always \`dim\`. }
        watts: { type: integer, description: How much less., examples: [3] }
    ThingSwitch:
      description: What needs nothing else.
      required: [type]
      properties:
        type: { type: string, enum: [switch_off, switch_on], description: '\`switch_on\` lets it shine. \`switch_off\` ends that.' }
`,
})

testRule('action-verbs', [
  { name: 'accepts a document without such actions', input: goodDocument, expected: [] },
  { name: 'accepts types with valid names and descriptions', input: withActions, expected: [] },
  {
    name: 'catches a verb other than create',
    input: edit(withActions, { things_createAction: 'things_startAction' }),
    expected: [[at, 'Expected an operation that starts actions of several types to have the verb `create`; found `startAction`']],
  },
  {
    name: 'catches a discriminator with another name',
    input: edit(withActions, { 'discriminator: { propertyName: type }': 'discriminator: { propertyName: kind }' }),
    expected: [[at, 'Expected `type` as the discriminator of an action; found `kind`']],
  },
  {
    name: 'catches a type with the name of an operation',
    input: edit(withActions, { 'const: dim': 'const: delete', 'enum: [switch_off': 'enum: [list, switch_off' }),
    expected: [
      [at, 'Expected each type to be a name that nothing else of the family has; found `delete`, `list`'],
      [at, 'Expected a description of each type of an enumeration, with its name in backticks; found none about `list`'],
    ],
  },
  {
    name: 'catches a type with a special meaning in JavaScript, and an invalid name',
    input: edit(withActions, { 'const: dim': 'const: then', 'enum: [switch_off, switch_on]': 'enum: [switch-off, switch_on]' }),
    expected: [
      [at, 'Expected each type to be a name that nothing else of the family has; found `then`, `switch-off`'],
      [at, 'found none about `switch-off`'],
    ],
  },
  {
    name: 'catches a type without a description in its enumeration',
    input: edit(withActions, { ' `switch_off` ends that.': '' }),
    expected: [[at, 'Expected a description of each type of an enumeration, with its name in backticks; found none about `switch_off`']],
  },
])
