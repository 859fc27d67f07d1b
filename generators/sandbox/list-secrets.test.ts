import { expect, it } from 'vitest'
import type { ApiModel } from '../model/api-model.ts'
import { listSecrets } from './list-secrets.ts'

const text = { type: 'string' }
const properties = {
  pin: { type: 'string', format: 'password' },
  access_token: text,
  login: { properties: { private_key: text, max_tokens: text, page_token: text } },
  keys: { $ref: '#/components/schemas/Keys' },
  token: { type: 'integer' },
}
const document = {
  components: { schemas: { Keys: { additionalProperties: { type: 'string', format: 'password' } }, Boat: { properties } } },
  paths: {
    '/boats': {
      parameters: [
        { name: 'code', in: 'query', schema: text },
        { name: 'refresh_token', in: 'query', schema: text },
        { name: 'page', in: 'query', schema: text },
      ],
    },
  },
}

it('lists fields marked as password or named like a secret', () => {
  const { secretProperties, secretParameters } = listSecrets({ apis: [{ document }] } as unknown as ApiModel)
  expect(secretProperties).toEqual(['access_token', 'keys', 'pin', 'private_key'])
  expect(secretParameters).toEqual(['access_token', 'code', 'keys', 'pin', 'private_key', 'refresh_token'])
})
