/** Requirements on errors, credentials and limits. */
import { describe, expect } from 'vitest'
import type { OperationEntry } from '../load-specification.ts'
import { parseHeaders } from '../check-reply.ts'
import { rule, specification } from '../rules/rule.ts'
import { expectEach, listFailures, isOfType, findSchema, getOperation, findBodyProperty, listSuccesses } from './find-schema.ts'

interface ErrorBody {
  readonly id: string
  readonly message: string
  readonly request_id?: string
}

/** Error examples of an operation with their statuses. */
function listErrors(
  bound: readonly OperationEntry[],
  expected?: string,
): (ErrorBody & { readonly status: string; readonly operation: string })[] {
  return bound.flatMap((entry) =>
    listFailures(entry)
      .filter(({ status }) => expected === undefined || status === expected)
      .flatMap(({ status, content }) =>
        // The tests of the examples check their shape.
        content.flatMap(({ examples }) =>
          examples.map(({ value }) => ({ ...(value as ErrorBody), status, operation: entry.operation.id })),
        ),
      ),
  )
}

function expectErrorObject(bound: readonly OperationEntry[], range: RegExp): void {
  for (const entry of bound) {
    const replies = listFailures(entry).filter(({ status }) => range.test(status))
    expect(replies.length, entry.operation.id).toBeGreaterThan(0)
    for (const { status, content } of replies) {
      for (const { schema } of content) {
        const body = findSchema(entry, schema)
        expect(body.required, `${entry.operation.id} ${status}`).toEqual(expect.arrayContaining(['id', 'message']))
        for (const name of ['id', 'message']) expect(isOfType(findSchema(entry, schema, name), 'string')).toBe(true)
      }
      expect(content, `${entry.operation.id} ${status}`).not.toEqual([])
    }
  }
}

const getErrorId: Readonly<Record<string, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
  500: 'server_error',
}

describe('the error object', () => {
  rule('errors-body-4xx', (bound) => expectErrorObject(bound, /^4/))
  rule('errors-body-5xx', (bound) => expectErrorObject(bound, /^5/))
  rule('errors-id-by-status', (bound) => {
    for (const { id, status, operation: name } of listErrors(bound))
      if (status !== 'default') expect(id, `${name} ${status}`).toBe(getErrorId[status])
  })
  rule('errors-404-id', (bound) => {
    for (const { id, operation: name } of listErrors(bound, '404')) expect(id, name).toBe('not_found')
  })
  rule('errors-403-id', (bound) => {
    expect(listErrors(bound, '403').length).toBeGreaterThanOrEqual(bound.length)
    for (const { id, operation: name } of listErrors(bound, '403')) expect(id, name).toBe('forbidden')
  })
  rule('errors-429-id', (bound) => {
    expect(listErrors(bound, '429').length).toBeGreaterThanOrEqual(bound.length)
    for (const { id, operation: name } of listErrors(bound, '429')) expect(id, name).toBe('too_many_requests')
  })
  rule('errors-message', (bound) => {
    for (const { message, operation: name } of listErrors(bound)) expect(message, name).toMatch(/\w+ .*\w/)
  })
  rule('errors-request-id-optional', (bound) => {
    for (const entry of bound) {
      for (const { schema } of listFailures(entry).flatMap(({ content }) => content)) {
        expect(findSchema(entry, schema).required, entry.operation.id).not.toContain('request_id')
        expect(isOfType(findSchema(entry, schema, 'request_id'), 'string'), entry.operation.id).toBe(true)
      }
    }
  })
  rule('errors-404-delete', (bound) => expectEach(bound, (entry) => listErrors([entry], '404').some(({ id }) => id === 'not_found')))
})

describe('credentials', () => {
  rule('auth-bearer-header', (bound) => {
    // OAuth 2 tokens are bearer tokens: RFC 6750.
    expectEach(bound, ({ api, operation: { security } }) => {
      const schemes = api.document.components?.['securitySchemes'] as Readonly<Record<string, { type: string; scheme?: string }>>
      const names = security.flatMap((alternative) => Object.keys(alternative))
      return names.every((name) => /^(bearer|oauth2)$/.test(schemes[name]?.scheme ?? schemes[name]?.type ?? ''))
    })
  })
  rule('auth-oauth-token-accepted', (bound) =>
    expectEach(bound, ({ operation: { security } }) => security.some((each) => 'oauth2' in each)),
  )
  rule('auth-personal-token-accepted', (bound) => expectSecurity(bound, { personalAccessToken: [] }))
  rule('scope-read-allows', (bound) => expectSecurity(bound, { oauth2: ['read'] }))
  rule('scope-read-refuses-writes', (bound) => {
    expectEach(bound, ({ operation: { security } }) => security.every(({ oauth2 }) => !oauth2 || oauth2.includes('write')))
    expectEach(bound, ({ operation: { replies } }) => replies.some(({ status }) => status === '403'))
  })
  rule('scope-write-allows', (bound) =>
    expectSecurity(
      bound.filter(({ operation }) => operation.method !== 'get'),
      { oauth2: ['read', 'write'] },
    ),
  )
  rule('inference-model-access-key', (bound) => expectSecurity(bound, { modelAccessKey: [] }))
  rule('inference-refuses-control-token', (bound) =>
    expectEach(bound, ({ operation: { security } }) => security.flatMap((each) => Object.keys(each)).join() === 'modelAccessKey'),
  )
})

function expectSecurity(bound: readonly OperationEntry[], alternative: object): void {
  for (const { operation: each } of bound) expect(each.security, each.id).toContainEqual(alternative)
}

const rateLimits = (id: string) => getOperation(id).operation.rateLimits
const cdnLimit = { name: 'cdn-endpoints', limit: 5, window: 'PT10S' }

describe('rate limits', () => {
  rule('limit-ssh-keys', () => expect(rateLimits('sshKeys_list')).toEqual([expect.objectContaining({ limit: 10, window: 'PT60S' })]))
  rule('limit-cdn-endpoints', (bound) => {
    for (const { operation: each } of bound) expect(each.rateLimits, each.id).toContainEqual(cdnLimit)
  })
  rule('limit-cdn-endpoints-together', () => {
    const sharing = specification.entries.filter((entry) => entry.operation.rateLimits.some(({ name }) => name === cdnLimit.name))
    const paths = new Set(sharing.map((entry) => entry.operation.path.replace(/\{[^}]+\}/, '{endpoint_id}')))
    expect([...paths].toSorted()).toEqual(['/v2/cdn/endpoints', '/v2/cdn/endpoints/{endpoint_id}', '/v2/cdn/endpoints/{endpoint_id}/cache'])
  })
  rule('limit-cdn-purge', () => {
    expect(rateLimits('cdnEndpoints_purgeCache')).toContainEqual(
      expect.objectContaining({ limit: 50, window: 'PT20S', counts: 'body.files' }),
    )
    expect(isOfType(findBodyProperty('cdnEndpoints_purgeCache', 'files'), 'array')).toBe(true)
  })
  rule('errors-429-message', (bound) => {
    for (const { message, operation: name } of listErrors(bound, '429')) expect(message, name).toBe('API Rate limit exceeded.')
  })
  rule('errors-429-burst-retry-after', (bound) => {
    for (const entry of bound) {
      const reply = listFailures(entry).find(({ status }) => status === '429')
      expect(reply && parseHeaders(entry, reply)['retry-after'], entry.operation.id).toMatchObject({
        required: false,
        schema: { type: 'integer' },
      })
    }
  })
  rule('rate-retry-after-burst-only', (bound) =>
    expectEach(bound, ({ operation: { replies } }) =>
      replies.every(({ status, headers }) => headers.includes('retry-after') === (status === '429')),
    ),
  )
})

/** Checks that every documented reply has the header as a required integer. */
function expectReplyHeader(bound: readonly OperationEntry[], name: string): void {
  for (const entry of bound) {
    for (const reply of [...listSuccesses(entry), ...listFailures(entry)]) {
      expect(parseHeaders(entry, reply)[name], `${entry.operation.id} ${reply.status}`).toMatchObject({
        required: true,
        schema: { type: 'integer' },
      })
    }
  }
}

describe('rate limit headers', () => {
  rule('rate-header-limit', (bound) => expectReplyHeader(bound, 'ratelimit-limit'))
  rule('rate-header-remaining', (bound) => expectReplyHeader(bound, 'ratelimit-remaining'))
  rule('rate-header-reset', (bound) => expectReplyHeader(bound, 'ratelimit-reset'))
})
