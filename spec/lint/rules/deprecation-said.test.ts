import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const scopes = "      x-scopes: ['thing:create']\n"
const deprecated = (more: string) =>
  edit(goodDocument, {
    '      operationId: things_create\n': '      operationId: things_create\n      deprecated: true\n',
    [scopes]: `${scopes}${more}`,
  })
const deprecation = (text: string) => deprecated(`      x-deprecation: { ${text} }\n`)
const create = '#/paths/~1v2~1things/post'

testRule('deprecation-said', [
  { name: 'accepts the good document', given: goodDocument, want: [] },
  { name: 'accepts an operation as the replacement', given: deprecation("since: '2026-01-31', use: things_list"), want: [] },
  {
    name: 'accepts a sentence as the replacement, and an end date',
    given: deprecation("since: '2026-01-31', sunset: '2027-01-31', use: Make them in the control panel."),
    want: [],
  },
  {
    name: 'catches a missing deprecation',
    given: deprecated(''),
    want: [[`${create}/operationId`, 'to have a start date and a replacement; found none']],
  },
  {
    name: 'catches a missing replacement',
    given: deprecation("since: '2026-01-31'"),
    want: [[`${create}/x-deprecation`, '`use` to name the replacement; found none']],
  },
  {
    name: 'catches an unknown operation',
    given: deprecation("since: '2026-01-31', use: things_lost"),
    want: [[`${create}/x-deprecation`, 'found `things_lost`, which no document has']],
  },
  {
    name: 'catches a deprecated replacement',
    given: deprecation("since: '2026-01-31', use: things_create"),
    want: [[`${create}/x-deprecation`, 'which is deprecated too']],
  },
  {
    name: 'catches text that is neither an operationId nor a sentence',
    given: deprecation("since: '2026-01-31', use: the panel"),
    want: [[`${create}/x-deprecation`, 'to be an operationId or a sentence']],
  },
  {
    name: 'catches an end date before the start date',
    given: deprecation("since: '2026-01-31', sunset: '2026-01-31', use: things_list"),
    want: [[`${create}/x-deprecation`, 'found `2026-01-31`']],
  },
  {
    name: 'catches a deprecation on an operation that is not deprecated',
    given: edit(goodDocument, { [scopes]: `${scopes}      x-deprecation: { since: '2026-01-31', use: things_list }\n` }),
    want: [[`${create}/x-deprecation`, 'together with `deprecated: true`']],
  },
])
