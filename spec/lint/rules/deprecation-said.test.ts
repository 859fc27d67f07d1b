import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const scopes = "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n"
const deprecated = (more: string) =>
  edit(goodDocument, {
    '      operationId: things_create\n': '      operationId: things_create\n      deprecated: true\n',
    [scopes]: `${scopes}${more}`,
  })
const deprecation = (text: string) => deprecated(`      x-deprecation: { ${text} }\n`)
const create = '#/paths/~1v2~1things/post'

testRule('deprecation-said', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  { name: 'accepts an operation as the replacement', input: deprecation("since: '2026-01-31', use: things_list"), expected: [] },
  {
    name: 'accepts a sentence as the replacement, and an end date',
    input: deprecation("since: '2026-01-31', sunset: '2027-01-31', use: Make them in the control panel."),
    expected: [],
  },
  {
    name: 'catches a missing deprecation',
    input: deprecated(''),
    expected: [[`${create}/operationId`, 'to have a start date and a replacement; found none']],
  },
  {
    name: 'catches a missing replacement',
    input: deprecation("since: '2026-01-31'"),
    expected: [[`${create}/x-deprecation`, '`use` to name the replacement; found none']],
  },
  {
    name: 'catches an unknown operation',
    input: deprecation("since: '2026-01-31', use: things_lost"),
    expected: [[`${create}/x-deprecation`, 'found `things_lost`, which no document has']],
  },
  {
    name: 'catches a deprecated replacement',
    input: deprecation("since: '2026-01-31', use: things_create"),
    expected: [[`${create}/x-deprecation`, 'which is deprecated too']],
  },
  {
    name: 'catches text that is neither an operationId nor a sentence',
    input: deprecation("since: '2026-01-31', use: the panel"),
    expected: [[`${create}/x-deprecation`, 'to be an operationId or a sentence']],
  },
  {
    name: 'catches an end date before the start date',
    input: deprecation("since: '2026-01-31', sunset: '2026-01-31', use: things_list"),
    expected: [[`${create}/x-deprecation`, 'found `2026-01-31`']],
  },
  {
    name: 'catches a deprecation on an operation that is not deprecated',
    input: edit(goodDocument, { [scopes]: `${scopes}      x-deprecation: { since: '2026-01-31', use: things_list }\n` }),
    expected: [[`${create}/x-deprecation`, 'together with `deprecated: true`']],
  },
])
