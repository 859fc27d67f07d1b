import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('scopes-present', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an operation without scopes',
    input: edit(goodDocument, { "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n": '' }),
    expected: [['#/paths/~1v2~1things/get/operationId', 'Expected things_list to have `security` with its scopes; found none']],
  },
  {
    name: 'catches an invalid scope and the broad scopes',
    input: edit(goodDocument, { "['thing:read']": "['thing', 'api:read']" }),
    expected: [
      ['#/paths/~1v2~1things/get/security/1/personalAccessToken/0', 'Expected a scope in the format resource:action; found `thing`'],
      ['#/paths/~1v2~1things/get/security/1/personalAccessToken/1', 'found `api:read`'],
    ],
  },
  {
    name: 'ignores other APIs',
    input: {
      'tools/things.yaml': edit(goodDocument, { "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n": '' }),
    },
    entry: 'tools/things.yaml',
    expected: [],
  },
])
