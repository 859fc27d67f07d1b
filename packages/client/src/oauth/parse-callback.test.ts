import { describe, expect, it } from 'vitest'
import { AuthorizationError, StateMismatchError } from './oauth-error.ts'
import { type PendingAuthorization, parseCallback, parseFragment } from './parse-callback.ts'

const pending: PendingAuthorization = { state: 'st4te', scope: 'read', codeVerifier: 'verifier' }

function catchFailure(read: () => unknown): AuthorizationError {
  try {
    read()
  } catch (error) {
    if (error instanceof AuthorizationError) return error
    throw error
  }
  throw new Error('It was taken.')
}

describe('parseCallback', () => {
  it('returns the code', () => {
    expect(parseCallback('https://tidewater.example/back?code=c&state=st4te', pending)).toBe('c')
    expect(parseCallback(new URL('https://tidewater.example/back?x=1&state=st4te&code=c'), pending)).toBe('c')
  })

  it.each([
    { what: 'no state', input: '/back?code=c' },
    { what: 'another state', input: '/back?code=c&state=other' },
    { what: 'an empty state', input: '/back?code=c&state=' },
    { what: 'two states', input: '/back?code=c&state=st4te&state=st4te' },
    { what: 'the state in the fragment', input: '/back?code=c#state=st4te' },
    { what: 'an error with another state', input: '/back?error=access_denied&state=other' },
  ])('rejects a callback with $what', ({ input }) => {
    expect(catchFailure(() => parseCallback(input, pending))).toBeInstanceOf(StateMismatchError)
  })

  it('rejects an empty state even if it was sent', () => {
    expect(catchFailure(() => parseCallback('/back?code=c&state=', { ...pending, state: '' }))).toBeInstanceOf(StateMismatchError)
  })

  it.each([
    { what: 'no code', input: '/back?state=st4te' },
    { what: 'an empty code', input: '/back?state=st4te&code=' },
    { what: 'two codes', input: '/back?state=st4te&code=a&code=b' },
    { what: 'an invalid URL', input: 'http://[' },
  ])('reports that a callback has no answer: $what', ({ input }) => {
    expect(catchFailure(() => parseCallback(input, pending)).code).toBe('invalid_callback')
  })

  it('reports a missing reason', () => {
    const { message } = catchFailure(() => parseCallback('/back?state=st4te&error=access_denied', pending))
    expect(message).toBe('The authorization failed with access_denied: no reason given.')
  })

  it('reduces untrusted text of the URL to one short line', () => {
    const text = encodeURIComponent(`x\nERROR forged\u202e${'y'.repeat(999)}`)
    const { message, code } = catchFailure(() => parseCallback(`/back?state=st4te&error=access_denied&error_description=${text}`, pending))
    expect(code).toBe('access_denied')
    expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })
})

describe('parseFragment', () => {
  it('returns the token and its expiry', () => {
    const tokens = parseFragment('https://a.example/back#access_token=t&token_type=bearer&expires_in=60&state=st4te', pending, 1000)
    expect(tokens).toEqual({ accessToken: 't', expiresAt: 61_000 })
  })

  it('accepts the token type in any case, and uses the current time', () => {
    const before = Date.now()
    const { expiresAt } = parseFragment('/back#access_token=t&token_type=Bearer&expires_in=60&state=st4te', pending)
    expect(expiresAt - before).toBeGreaterThanOrEqual(60_000)
    expect(expiresAt - before).toBeLessThan(120_000)
  })

  it.each([
    { what: 'the query', input: '/back?access_token=t&token_type=bearer&expires_in=60&state=st4te', expected: 'state_mismatch' },
    { what: 'no time', input: '/back#access_token=t&token_type=bearer&state=st4te', expected: 'invalid_callback' },
    {
      what: 'a time that is none',
      input: '/back#access_token=t&token_type=bearer&expires_in=soon&state=st4te',
      expected: 'invalid_callback',
    },
    { what: 'no seconds', input: '/back#access_token=t&token_type=bearer&expires_in=0&state=st4te', expected: 'invalid_callback' },
    { what: 'no type', input: '/back#access_token=t&expires_in=60&state=st4te', expected: 'invalid_callback' },
    { what: 'another type', input: '/back#access_token=t&token_type=mac&expires_in=60&state=st4te', expected: 'invalid_callback' },
    { what: 'a refusal', input: '/back#error=access_denied&error_description=No&state=st4te', expected: 'access_denied' },
  ])('returns nothing of $what', ({ input, expected }) => {
    const error = catchFailure(() => parseFragment(input, pending))
    expect(error.code).toBe(expected)
    expect(error.message).not.toContain('access_token')
  })
})
