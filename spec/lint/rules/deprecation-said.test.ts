import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const scopes = "      x-scopes: ['thing:create']\n"
const deprecated = (more: string) =>
  edit(goodDocument, {
    '      operationId: things_create\n': '      operationId: things_create\n      deprecated: true\n',
    [scopes]: `${scopes}${more}`,
  })
const said = (text: string) => deprecated(`      x-deprecation: { ${text} }\n`)
const create = '#/paths/~1v2~1things/post'

testRule('deprecation-said', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  { name: 'accepts another operation', given: said("since: '2026-01-31', use: things_list"), want: [] },
  {
    name: 'accepts a sentence and an end',
    given: said("since: '2026-01-31', sunset: '2027-01-31', use: Make them in the control panel."),
    want: [],
  },
  {
    name: 'catches that nothing is said',
    given: deprecated(''),
    want: [[`${create}/operationId`, 'to say since when, and what to use; came nothing']],
  },
  {
    name: 'catches that nothing is to be used',
    given: said("since: '2026-01-31'"),
    want: [[`${create}/x-deprecation`, '`use` to say what takes its place; came none']],
  },
  {
    name: 'catches an operation that is not there',
    given: said("since: '2026-01-31', use: things_lost"),
    want: [[`${create}/x-deprecation`, 'came `things_lost`, which no document has']],
  },
  {
    name: 'catches one that is deprecated too',
    given: said("since: '2026-01-31', use: things_create"),
    want: [[`${create}/x-deprecation`, 'which is deprecated too']],
  },
  {
    name: 'catches words that are neither',
    given: said("since: '2026-01-31', use: the panel"),
    want: [[`${create}/x-deprecation`, 'to be an operationId or a sentence']],
  },
  {
    name: 'catches an end before the beginning',
    given: said("since: '2026-01-31', sunset: '2026-01-31', use: things_list"),
    want: [[`${create}/x-deprecation`, 'came `2026-01-31`']],
  },
  {
    name: 'catches one of what is not deprecated',
    given: edit(goodDocument, { [scopes]: `${scopes}      x-deprecation: { since: '2026-01-31', use: things_list }\n` }),
    want: [[`${create}/x-deprecation`, 'beside `deprecated: true`']],
  },
])
