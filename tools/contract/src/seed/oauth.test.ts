/** Requirements on the authorization server: paths, parameters and tokens. Tests of the sandbox check its behavior. */
import { describe, expect } from 'vitest'
import { rule } from '../rules/rule.ts'
import {
  answered,
  isOfType,
  findSchema,
  findNamedSchema,
  operation,
  parameter,
  parameterRefusal,
  refusal,
  requested,
  sampleAnswers,
  sampleBody,
  without,
} from './find-schema.ts'

const authorize = 'oauth_authorize'
const exchange = 'oauth_tokens_exchange'
const refresh = 'oauth_tokens_refresh'

const isRequired = (name: string) => expect([parameter(authorize, name).in, parameter(authorize, name).required]).toEqual(['query', true])
const isOptional = (name: string) => expect([parameter(authorize, name).in, parameter(authorize, name).required]).toEqual(['query', false])

describe('addresses', () => {
  rule('version-oauth-paths', (bound) => {
    const outside = bound.filter((entry) => !entry.operation.path.startsWith('/v1/oauth/'))
    // The path of the metadata document follows RFC 8414.
    expect(outside.map((entry) => entry.operation.path)).toEqual(['/.well-known/oauth-authorization-server'])
    for (const { operation: each } of outside) expect(each.decision, each.id).toBeDefined()
  })
  rule('oauth-parameters-in-query', (bound) => {
    const names = (id: string) =>
      operation(id)
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
  rule('authorize-response-type-values', () => expect(parameter(authorize, 'response_type').schema.enum).toEqual(['code', 'token']))
  rule('authorize-scope-values', () => {
    isOptional('scope')
    expect(parameter(authorize, 'scope').schema.enum).toEqual(['read', 'read write'])
  })
  rule('authorize-scope-default', () => expect(parameter(authorize, 'scope').schema.default).toBe('read'))
  rule('authorize-state-optional', () => isOptional('state'))
  rule('authorize-prompt-list', () => {
    isOptional('prompt')
    for (const value of ['none', 'login', 'select_account', 'login select_account'])
      expect(parameterRefusal(authorize, 'prompt', value), value).toEqual([])
    for (const value of ['', 'consent', 'login,none', 'login  none'])
      expect(parameterRefusal(authorize, 'prompt', value), value).not.toEqual([])
  })
  rule('authorize-prompt-default', () => expect(parameter(authorize, 'prompt').schema.default).toBe('select_account'))
  rule('prompt-none-hint', () => {
    isOptional('i')
    expect(parameterRefusal(authorize, 'i', 'b6fc48')).toEqual([])
    for (const value of ['b6fc4', 'b6fc48d', 'maya-l']) expect(parameterRefusal(authorize, 'i', value), value).not.toEqual([])
  })
})

/** Branch of the token request for one grant type. */
function grantBody(type: string): Record<string, unknown> {
  const example = operation(exchange).operation.body?.content[0]?.examples.find(
    ({ value }) => (value as Record<string, unknown>)['grant_type'] === type,
  )
  return example?.value as Record<string, unknown>
}

describe('token and refresh', () => {
  rule('exchange-grant-type', () => {
    expect(refusal(exchange, grantBody('authorization_code'))).toEqual([])
    expect(refusal(exchange, { ...grantBody('authorization_code'), grant_type: 'password' })).not.toEqual([])
  })
  rule('exchange-requires-code', () => expect(refusal(exchange, without(grantBody('authorization_code'), 'code'))).not.toEqual([]))
  rule('exchange-requires-redirect-uri', () =>
    expect(refusal(exchange, without(grantBody('authorization_code'), 'redirect_uri'))).not.toEqual([]),
  )
  rule('refresh-grant-type', () => {
    expect(refusal(refresh, sampleBody(refresh))).toEqual([])
    expect(refusal(refresh, { ...sampleBody(refresh), grant_type: 'authorization_code' })).not.toEqual([])
  })
  rule('refresh-requires-token', () => expect(refusal(refresh, without(sampleBody(refresh), 'refresh_token'))).not.toEqual([]))
  rule('refresh-same-shape', () => expect(answered(refresh)).toEqual(answered(exchange)))
  rule('token-errors-json', (bound) => {
    for (const entry of bound) {
      for (const status of ['400', '401']) {
        const content = entry.operation.replies.find((reply) => reply.status === status)?.content ?? []
        expect(
          content.map(({ mediaType }) => mediaType),
          entry.operation.id,
        ).toEqual(['application/json'])
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
      for (const answer of sampleAnswers(each.id)) expect(answer, each.id).toMatchObject({ expires_in: 2_592_000 })
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
    const types = operation('oauth_tokens_revoke').operation.body?.content.map(({ mediaType }) => mediaType)
    expect(types).toContain('application/x-www-form-urlencoded')
    expect(requested('oauth_tokens_revoke').required).toEqual(['token'])
  })
  rule('token-revoke-empty-object', () => {
    expect(answered('oauth_tokens_revoke')).toMatchObject({ type: 'object', additionalProperties: false })
    expect(answered('oauth_tokens_revoke').properties ?? {}).toEqual({})
    expect(sampleAnswers('oauth_tokens_revoke')).toEqual([{}])
  })
})
