/** Requirements on the authorization server: paths, parameters and tokens. Tests of the sandbox check its behavior. */
import { describe, expect } from 'vitest'
import { rule } from '../rules/rule.ts'
import {
  findReplyProperty,
  isOfType,
  findSchema,
  findNamedSchema,
  getOperation,
  getParameter,
  validateParameter,
  validateBody,
  findBodyProperty,
  listReplyExamples,
  getBodyExample,
  omitProperties,
} from './find-schema.ts'

const authorize = 'oauth_authorize'
const exchange = 'oauth_tokens_exchange'
const refresh = 'oauth_tokens_refresh'

const isRequired = (name: string) => expect(getParameter(authorize, name)).toMatchObject({ in: 'query', required: true })
const isOptional = (name: string) => expect(getParameter(authorize, name)).toMatchObject({ in: 'query', required: false })

describe('addresses', () => {
  rule('version-oauth-paths', (bound) => {
    const outside = bound.filter((entry) => !entry.operation.path.startsWith('/v1/oauth/'))
    // The path of the metadata document follows RFC 8414.
    expect(outside.map((entry) => entry.operation.path)).toEqual(['/.well-known/oauth-authorization-server'])
    for (const { operation: each } of outside) expect(each.provenance, each.id).toBeDefined()
  })
  rule('oauth-parameters-in-query', (bound) => {
    const names = (id: string) =>
      getOperation(id)
        .operation.parameters.filter((each) => each.in === 'query')
        .map(({ name }) => name)
    expect(names(exchange)).toEqual(expect.arrayContaining(['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri']))
    expect(names(refresh)).toEqual(expect.arrayContaining(['grant_type', 'refresh_token']))
    for (const { operation: each } of bound) expect([each.method, each.body?.required], each.id).toEqual(['post', false])
  })
})

describe('authorize', () => {
  rule('authorize-client-id-required', () => isRequired('client_id'))
  rule('authorize-redirect-uri-required', () => isRequired('redirect_uri'))
  rule('authorize-response-type-required', () => isRequired('response_type'))
  rule('authorize-response-type-values', () => expect(getParameter(authorize, 'response_type').schema.enum).toEqual(['code', 'token']))
  rule('authorize-scope-values', () => {
    isOptional('scope')
    expect(getParameter(authorize, 'scope').schema.enum).toEqual(['read', 'read write'])
  })
  rule('authorize-scope-default', () => expect(getParameter(authorize, 'scope').schema.default).toBe('read'))
  rule('authorize-state-optional', () => isOptional('state'))
  rule('authorize-prompt-list', () => {
    isOptional('prompt')
    for (const value of ['none', 'login', 'select_account', 'login select_account'])
      expect(validateParameter(authorize, 'prompt', value), value).toEqual([])
    for (const value of ['', 'consent', 'login,none', 'login  none'])
      expect(validateParameter(authorize, 'prompt', value), value).not.toEqual([])
  })
  rule('authorize-prompt-default', () => expect(getParameter(authorize, 'prompt').schema.default).toBe('select_account'))
  rule('prompt-none-hint', () => {
    isOptional('i')
    expect(validateParameter(authorize, 'i', 'b6fc48')).toEqual([])
    for (const value of ['b6fc4', 'b6fc48d', 'maya-l']) expect(validateParameter(authorize, 'i', value), value).not.toEqual([])
  })
})

/** Branch of the token request for one grant type. */
function grantBody(type: string): Record<string, unknown> {
  const example = getOperation(exchange).operation.body?.content[0]?.examples.find(
    ({ value }) => (value as Record<string, unknown>)['grant_type'] === type,
  )
  return example?.value as Record<string, unknown>
}

describe('token and refresh', () => {
  rule('exchange-grant-type', () => {
    expect(validateBody(exchange, grantBody('authorization_code'))).toEqual([])
    expect(validateBody(exchange, { ...grantBody('authorization_code'), grant_type: 'password' })).not.toEqual([])
  })
  rule('exchange-requires-code', () =>
    expect(validateBody(exchange, omitProperties(grantBody('authorization_code'), 'code'))).not.toEqual([]),
  )
  rule('exchange-requires-redirect-uri', () =>
    expect(validateBody(exchange, omitProperties(grantBody('authorization_code'), 'redirect_uri'))).not.toEqual([]),
  )
  rule('refresh-grant-type', () => {
    expect(validateBody(refresh, getBodyExample(refresh))).toEqual([])
    expect(validateBody(refresh, { ...getBodyExample(refresh), grant_type: 'authorization_code' })).not.toEqual([])
  })
  rule('refresh-requires-token', () =>
    expect(validateBody(refresh, omitProperties(getBodyExample(refresh), 'refresh_token'))).not.toEqual([]),
  )
  rule('refresh-same-shape', () => expect(findReplyProperty(refresh)).toEqual(findReplyProperty(exchange)))
  rule('token-errors-json', (bound) => {
    for (const entry of bound) {
      for (const status of ['400', '401']) {
        const content = entry.operation.replies.find((reply) => reply.status === status)?.content ?? []
        expect(content, entry.operation.id).toMatchObject([{ mediaType: 'application/json' }])
        for (const { schema } of content)
          expect(findSchema(entry, schema).required, entry.operation.id).toEqual(['error', 'error_description'])
      }
    }
  })
})

describe('token grant', () => {
  rule('grant-token-type', () =>
    expect([findNamedSchema('TokenGrant', 'token_type').enum, findNamedSchema('TokenGrant').required?.includes('token_type')]).toEqual([
      ['bearer'],
      true,
    ]),
  )
  rule('grant-expires-in', (bound) => {
    expect(isOfType(findNamedSchema('TokenGrant', 'expires_in'), 'integer')).toBe(true)
    for (const { operation: each } of bound) {
      for (const reply of listReplyExamples(each.id)) expect(reply, each.id).toMatchObject({ expires_in: 2_592_000 })
    }
  })
  rule('grant-scope-values', () => expect(findNamedSchema('TokenGrant', 'scope').enum).toEqual(['read', 'read write']))
  rule('grant-info', () => {
    for (const name of ['name', 'email', 'uuid']) expect(isOfType(findNamedSchema('TokenGrant', `info.${name}`), 'string')).toBe(true)
    expect(findNamedSchema('TokenGrant', 'info').required).toEqual(expect.arrayContaining(['name', 'email', 'uuid']))
  })
  rule('grant-info-team', () => {
    for (const name of ['team_uuid', 'team_name']) {
      expect(isOfType(findNamedSchema('TokenGrant', `info.${name}`), 'string')).toBe(true)
      expect(findNamedSchema('TokenGrant', 'info').required).not.toContain(name)
    }
  })
})

describe('revoke', () => {
  rule('revoke-token-field', () => {
    const types = getOperation('oauth_tokens_revoke').operation.body?.content.map(({ mediaType }) => mediaType)
    expect(types).toContain('application/x-www-form-urlencoded')
    expect(findBodyProperty('oauth_tokens_revoke').required).toEqual(['token'])
  })
  rule('token-revoke-empty-object', () => {
    expect(findReplyProperty('oauth_tokens_revoke')).toMatchObject({ type: 'object', additionalProperties: false })
    expect(findReplyProperty('oauth_tokens_revoke').properties ?? {}).toEqual({})
    expect(listReplyExamples('oauth_tokens_revoke')).toEqual([{}])
  })
})
