import { describe, expect, it } from 'vitest'
import { AuthorizationError, StateMismatchError } from './oauth-error.ts'
import { type PendingAuthorization, readCallback, readFragment } from './read-callback.ts'

const pending: PendingAuthorization = { state: 'st4te', scope: 'read', codeVerifier: 'verifier' }

function failure(read: () => unknown): AuthorizationError {
  try {
    read()
  } catch (error) {
    if (error instanceof AuthorizationError) return error
    throw error
  }
  throw new Error('It was taken.')
}

describe('readCallback', () => {
  it('gives the code', () => {
    expect(readCallback('https://tidewater.example/back?code=c&state=st4te', pending)).toBe('c')
    expect(readCallback(new URL('https://tidewater.example/back?x=1&state=st4te&code=c'), pending)).toBe('c')
  })

  it.each([
    { what: 'no state', given: '/back?code=c' },
    { what: 'another state', given: '/back?code=c&state=other' },
    { what: 'an empty state', given: '/back?code=c&state=' },
    { what: 'two states', given: '/back?code=c&state=st4te&state=st4te' },
    { what: 'the state in the fragment', given: '/back?code=c#state=st4te' },
    { what: 'an error with another state', given: '/back?error=access_denied&state=other' },
  ])('does not believe a callback with $what', ({ given }) => {
    expect(failure(() => readCallback(given, pending))).toBeInstanceOf(StateMismatchError)
  })

  it('does not believe an empty state even when it was sent', () => {
    expect(failure(() => readCallback('/back?code=c&state=', { ...pending, state: '' }))).toBeInstanceOf(StateMismatchError)
  })

  it.each([
    { what: 'no code', given: '/back?state=st4te' },
    { what: 'an empty code', given: '/back?state=st4te&code=' },
    { what: 'two codes', given: '/back?state=st4te&code=a&code=b' },
    { what: 'no address at all', given: 'http://[' },
  ])('says of $what that it is no answer', ({ given }) => {
    expect(failure(() => readCallback(given, pending)).code).toBe('invalid_callback')
  })

  it('says that no reason was given', () => {
    const { message } = failure(() => readCallback('/back?state=st4te&error=access_denied', pending))
    expect(message).toBe('The authorization came back with access_denied: no reason was given.')
  })

  it('keeps what anyone can write into an address to one short line', () => {
    const text = encodeURIComponent(`x\nERROR forged\u202e${'y'.repeat(999)}`)
    const { message, code } = failure(() => readCallback(`/back?state=st4te&error=access_denied&error_description=${text}`, pending))
    expect(code).toBe('access_denied')
    expect(message).toMatch(/^[\x20-\x7e]{1,300}$/)
  })
})

describe('readFragment', () => {
  it('gives the token and when it ends', () => {
    const tokens = readFragment('https://a.example/back#access_token=t&token_type=bearer&expires_in=60&state=st4te', pending, 1000)
    expect(tokens).toEqual({ accessToken: 't', expiresAt: 61_000 })
  })

  it('takes the type in any case, and the time from now', () => {
    const before = Date.now()
    const { expiresAt } = readFragment('/back#access_token=t&token_type=Bearer&expires_in=60&state=st4te', pending)
    expect(expiresAt - before).toBeGreaterThanOrEqual(60_000)
    expect(expiresAt - before).toBeLessThan(120_000)
  })

  it.each([
    { what: 'the query', given: '/back?access_token=t&token_type=bearer&expires_in=60&state=st4te', want: 'state_mismatch' },
    { what: 'no time', given: '/back#access_token=t&token_type=bearer&state=st4te', want: 'invalid_callback' },
    { what: 'a time that is none', given: '/back#access_token=t&token_type=bearer&expires_in=soon&state=st4te', want: 'invalid_callback' },
    { what: 'no seconds', given: '/back#access_token=t&token_type=bearer&expires_in=0&state=st4te', want: 'invalid_callback' },
    { what: 'no type', given: '/back#access_token=t&expires_in=60&state=st4te', want: 'invalid_callback' },
    { what: 'another type', given: '/back#access_token=t&token_type=mac&expires_in=60&state=st4te', want: 'invalid_callback' },
    { what: 'a refusal', given: '/back#error=access_denied&error_description=No&state=st4te', want: 'access_denied' },
  ])('takes nothing of $what', ({ given, want }) => {
    const error = failure(() => readFragment(given, pending))
    expect(error.code).toBe(want)
    expect(error.message).not.toContain('access_token')
  })
})
