import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('security-form', [
  { name: 'accepts a document that keeps the rules', given: goodDocument, want: [] },
  {
    name: 'catches a write that inherits',
    given: edit(goodDocument, { '      security: [{ oauth2: [read, write] }, { personalAccessToken: [] }]\n': '' }),
    want: [
      [
        '#/paths/~1v2~1things/post/operationId',
        'Expected things_create to need a token that may write; came no `security`. Write `security: [{ oauth2: [read, write] }, { personalAccessToken: [] }]`.',
      ],
    ],
  },
  {
    name: 'catches a write that a read token may do',
    given: edit(goodDocument, { 'oauth2: [read, write]': 'oauth2: [read]' }),
    want: [['#/paths/~1v2~1things/post/security', 'came [{"oauth2":["read"]},{"personalAccessToken":[]}]']],
  },
  {
    name: 'catches a read with security of its own',
    given: edit(goodDocument, { '      x-effect: { lists': '      security: []\n      x-effect: { lists' }),
    want: [['#/paths/~1v2~1things/get/security', "Expected the read things_list to inherit the entry's security; came []"]],
  },
  {
    name: 'catches an operation without scopes',
    given: edit(goodDocument, { "      x-scopes: ['thing:read']\n": '' }),
    want: [['#/paths/~1v2~1things/get/operationId', 'Expected things_list to have `x-scopes`; came none']],
  },
  {
    name: 'asks nothing of other APIs',
    given: { 'tools/things.yaml': edit(goodDocument, { "      x-scopes: ['thing:read']\n": '' }) },
    entry: 'tools/things.yaml',
    want: [],
  },
])
