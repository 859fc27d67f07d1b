import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, resolveBaseUrl, resolveToken } from './configuration.ts'
import { ConfigurationError } from './errors.ts'
import { explainToken } from './explain-token.ts'

type Environment = Readonly<Record<string, string>>

const variables = ['SPINDRIFT_BASE_URL', 'SPINDRIFT_INFERENCE_BASE_URL', 'SPINDRIFT_TOKEN', 'SPINDRIFT_MODEL_ACCESS_KEY']

function setEnvironment(environment: Environment): void {
  for (const name of variables) vi.stubEnv(name, environment[name])
}

afterEach(() => vi.unstubAllEnvs())

describe('resolveBaseUrl', () => {
  test.each<{ input: ClientOptions; env?: Environment; api?: string; expected: string }>([
    { input: { baseUrl: 'https://a.example' }, expected: 'https://a.example' },
    { input: { baseUrl: 'https://a.example:8443/' }, expected: 'https://a.example:8443' },
    { input: { baseUrl: 'https://a.example/cloud///' }, expected: 'https://a.example/cloud' },
    { input: {}, env: { SPINDRIFT_BASE_URL: 'https://env.example/' }, expected: 'https://env.example' },
    { input: { baseUrl: 'https://a.example' }, env: { SPINDRIFT_BASE_URL: 'https://env.example' }, expected: 'https://a.example' },
    { input: { baseUrl: 'https://a.example' }, api: 'inference', expected: 'https://a.example' },
    { input: {}, env: { SPINDRIFT_BASE_URL: 'https://env.example' }, api: 'inference', expected: 'https://env.example' },
    {
      input: { baseUrl: 'https://a.example' },
      env: { SPINDRIFT_INFERENCE_BASE_URL: 'https://models.example' },
      api: 'inference',
      expected: 'https://models.example',
    },
    {
      input: { baseUrl: 'https://a.example', apis: { inference: { baseUrl: 'https://own.example' } } },
      env: { SPINDRIFT_INFERENCE_BASE_URL: 'https://models.example' },
      api: 'inference',
      expected: 'https://own.example',
    },
  ])('$input, environment $env, $api → $expected', ({ input, env = {}, api = 'control', expected }) => {
    setEnvironment(env)
    expect(resolveBaseUrl(input, api)).toBe(expected)
  })

  test.each([
    { api: 'control', variable: 'SPINDRIFT_BASE_URL' },
    { api: 'inference', variable: 'SPINDRIFT_INFERENCE_BASE_URL' },
  ])('names $variable when the $api API has no base URL', ({ api, variable }) => {
    setEnvironment({})
    expect(() => resolveBaseUrl({}, api)).toThrow(ConfigurationError)
    expect(() => resolveBaseUrl({}, api)).toThrow(`Pass { baseUrl } or set ${variable}`)
  })

  test('ignores an empty variable', () => {
    setEnvironment({ SPINDRIFT_BASE_URL: '' })
    expect(() => resolveBaseUrl({}, 'control')).toThrow('set SPINDRIFT_BASE_URL')
  })

  test.each([
    'localhost:4020',
    '127.0.0.1:4020',
    'api.example/v2',
    '//api.example',
    'ftp://api.example',
    'http://',
    'http:///v2',
    'http://exa mple',
    'https://api.example?region=nyc3',
    'https://api.example/#top',
    'https://api.example/v2',
    'https://api.example/cloud/v2/',
    '',
  ])('rejects %j and describes a valid base URL', (baseUrl) => {
    expect(() => resolveBaseUrl({ baseUrl }, 'control')).toThrow(ConfigurationError)
    expect(() => resolveBaseUrl({ baseUrl }, 'control')).toThrow('a host and at most a path, without /v2')
  })

  test.each(['http://api.example', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example', 'http://10.0.0.7:4020'])(
    '[transport-https] rejects %s, which exposes the token',
    (baseUrl) => {
      expect(() => resolveBaseUrl({ baseUrl }, 'control')).toThrow(
        'must be https://, or http:// on this machine or with { allowHttp: true }',
      )
      expect(resolveBaseUrl({ baseUrl, allowHttp: true }, 'control')).toBe(baseUrl)
    },
  )

  test.each(['http://127.0.0.1:4020', 'http://localhost:4020', 'http://cloud.localhost:4020', 'http://[::1]:4020', 'https://api.example'])(
    '[transport-https] accepts %s, which does not expose the token',
    (baseUrl) => expect(resolveBaseUrl({ baseUrl }, 'control')).toBe(baseUrl),
  )

  test('rejects a password in the base URL without repeating it', () => {
    const resolve = () => resolveBaseUrl({ baseUrl: 'https://ada:hunter2@api.example' }, 'control')
    expect(resolve).toThrow(ConfigurationError)
    expect(resolve).not.toThrow(/hunter2/)
  })
})

describe('resolveToken', () => {
  test.each<{ input: ClientOptions; env?: Environment; api?: string; expected: string | undefined }>([
    { input: { token: 'option' }, env: { SPINDRIFT_TOKEN: 'environment' }, expected: 'option' },
    { input: {}, env: { SPINDRIFT_TOKEN: 'environment' }, expected: 'environment' },
    { input: {}, expected: undefined },
    { input: { token: 'option' }, api: 'oauth', expected: 'option' },
    { input: { token: 'option', apis: { oauth: { token: 'own' } } }, api: 'oauth', expected: 'own' },
    { input: {}, env: { SPINDRIFT_MODEL_ACCESS_KEY: 'key' }, api: 'inference', expected: 'key' },
    { input: { apis: { inference: { token: 'own' } } }, env: { SPINDRIFT_MODEL_ACCESS_KEY: 'key' }, api: 'inference', expected: 'own' },
  ])('$input, environment $env, $api → $expected', ({ input, env = {}, api = 'control', expected }) => {
    setEnvironment(env)
    expect(resolveToken(input, api)).toBe(expected)
  })

  test('never sends the token of the control API to the inference API', () => {
    setEnvironment({ SPINDRIFT_TOKEN: 'environment' })
    expect(resolveToken({ token: 'option' }, 'inference')).toBeUndefined()
  })
})

test.each([
  { api: 'control', expected: 'GET /x needs a token. Pass { token } or set SPINDRIFT_TOKEN.' },
  { api: 'inference', expected: 'GET /x needs a token. Pass { apis: { inference: { token } } } or set SPINDRIFT_MODEL_ACCESS_KEY.' },
])('names the setting for a missing token of the $api API', ({ api, expected }) => {
  expect(explainToken(undefined, 'GET /x', api)).toEqual(new ConfigurationError(expected))
})

test('works without an environment, as in a browser', () => {
  vi.stubGlobal('process', undefined)
  try {
    expect(resolveToken({}, 'control')).toBeUndefined()
    expect(() => resolveBaseUrl({}, 'control')).toThrow(ConfigurationError)
  } finally {
    vi.unstubAllGlobals()
  }
})
