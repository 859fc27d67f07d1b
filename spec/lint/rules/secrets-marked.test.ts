import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const withProperty = (property: string) =>
  edit(goodDocument, { '    ThingCreate:\n': `    ThingLock:\n      properties:\n        ${property}\n    ThingCreate:\n` })
const at = '#/components/schemas/ThingLock/properties'

testRule('secrets-marked', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  { name: 'accepts a marked secret', input: withProperty('api_key: { type: string, format: password }'), expected: [] },
  { name: 'accepts an object of that name', input: withProperty('credentials: { type: object }'), expected: [] },
  { name: 'accepts other names', input: withProperty('key_id: { type: string }'), expected: [] },
  {
    name: 'catches a secret without the mark',
    input: withProperty("user_password: { type: [string, 'null'] }"),
    expected: [[`${at}/user_password`, 'Expected `format: password` on the secret `user_password`']],
  },
])
