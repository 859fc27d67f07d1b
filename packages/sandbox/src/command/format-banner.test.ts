import { describe, expect, it } from 'vitest'
import { deriveCredentials } from '../auth/seeded-credentials.ts'
import { createSandbox } from '../create-sandbox.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { formatBanner } from './format-banner.ts'

const { values } = resolveSettings(startSettings, { flags: {}, environment: {} })
const format = (settings: Partial<StartSettings>, controlToken?: string, url = 'http://127.0.0.1:4020') =>
  formatBanner(
    { url, credentials: () => deriveCredentials('7', controlToken !== undefined), controlToken, ca: undefined, services: [] },
    { ...values, ...settings },
  )

describe('the start message', () => {
  it('has four lines: URL, console, token and environment', () => {
    const { tokens } = deriveCredentials('7', false)
    expect(format({}).split('\n')).toEqual([
      'Sandbox running at http://127.0.0.1:4020 (stop it with Ctrl+C)',
      '  console      http://127.0.0.1:4020/_sandbox',
      `  token        ${tokens.full}`,
      '  environment  eval "$(spindrift-sandbox env)"',
    ])
  })

  it('names the URL for env when the sandbox is not at the default address', () => {
    expect(format({}, undefined, 'http://127.0.0.1:4021')).toContain('eval "$(spindrift-sandbox env --url http://127.0.0.1:4021)"')
  })

  it('has the control token that was generated for an exposed sandbox', () => {
    const text = format({ host: '0.0.0.0' }, 'generated-control-token')
    expect(text).toContain('/_sandbox (control token generated-control-token)')
    expect(text).toContain('env --control-token generated-control-token)')
    expect(text).toMatch(/user {9}maya@tidewater\.example, password [0-9a-f]{32}$/m)
    expect(text).toContain('Other machines can reach the sandbox')
    expect(text).not.toContain('--seed')
  })

  it('warns of tokens that are derived from a seed when the sandbox is exposed', () => {
    expect(format({ host: '0.0.0.0', seed: '7' }, 'generated-control-token')).toContain('Anyone who knows the seed has full access.')
  })

  it('hides a configured control token, and lists the allowed host names', () => {
    const settings = { baseUrl: 'https://sandbox.example.com', allowedHosts: ['sandbox'], controlToken: 'configured-control-token' }
    const text = format(settings, 'configured-control-token')
    expect(text).toContain('Sandbox running at https://sandbox.example.com ')
    expect(text).toContain('Allowed host names: localhost, IP addresses, sandbox.')
    expect(text).not.toContain('configured-control-token')
  })

  it('has the same facts as one JSON line', () => {
    const message = JSON.parse(format({ json: true, host: '0.0.0.0' }, 'generated-control-token')) as object
    expect(message).toMatchObject({
      reach: { exposed: true, host: '0.0.0.0', seeded: false },
      control_token: 'generated-control-token',
      ca: null,
    })
    const configured = format({ json: true, controlToken: 'configured-control-token' }, 'configured-control-token')
    expect(JSON.parse(configured)).toMatchObject({ control_token: null })
  })

  it.each([
    { state: 'postgres://ann:s3cret@db.example:5432/boats', expected: 'postgres://db.example:5432/boats' },
    { state: 'postgresql://db.example/boats?user=ann&password=s3cret', expected: 'postgres://db.example/boats' },
    { state: 'postgres://ann:1/s3cret@db.example/boats', expected: 'postgres://…' },
    { state: 'postgres://ann:s3cret/?#@db.example/boats', expected: 'postgres://…' },
    { state: 'boats.db', expected: 'boats.db' },
  ])('has the state without a password: $expected', ({ state, expected }) => {
    expect(JSON.parse(format({ json: true, state }))).toMatchObject({ state: expected })
    expect(format({ state })).not.toContain('s3cret')
  })
})

it('rejects the URL of another database without its password', () => {
  const create = () => createSandbox({ state: 'mysql://ann:s3cret@db.example/boats' })
  expect(create).toThrow('state must be a file, or a URL that begins with postgres://.')
})
