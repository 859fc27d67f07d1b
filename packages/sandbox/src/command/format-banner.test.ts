import { expect, it } from 'vitest'
import { deriveCredentials } from '../auth/seeded-credentials.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { formatBanner } from './format-banner.ts'

const { values } = resolveSettings(startSettings, { flags: {}, environment: {} })
const write = (settings: Partial<StartSettings>, controlToken?: string) =>
  formatBanner(
    { url: 'http://127.0.0.1:4020', credentials: () => deriveCredentials('7'), controlToken, ca: undefined },
    { ...values, ...settings },
  )

it.each([
  { given: {}, want: ['Only the programs of this machine reach it.'], not: ['control token', '--allowed-host'] },
  {
    given: { host: '0.0.0.0' },
    token: 'made-for-this-run',
    want: ['Every machine on a network', 'SPINDRIFT_CONTROL_TOKEN=made-for-this-run'],
    not: ['seed'],
  },
  { given: { host: '0.0.0.0', seed: '7' }, token: 'made-for-this-run', want: ['whoever knows that knows them.'], not: [] },
  {
    given: { baseUrl: 'https://sandbox.example.com', allowedHosts: ['sandbox'], controlToken: 'one-that-was-given' },
    token: 'one-that-was-given',
    want: [
      'answers at https://sandbox.example.com.',
      'localhost, addresses, sandbox;',
      'export SPINDRIFT_BASE_URL=https://sandbox.example.com\n',
    ],
    not: ['one-that-was-given', 'Every machine'],
  },
])('says who can reach it with $given', ({ given, token, want, not }) => {
  const text = write(given, token)
  for (const each of want) expect(text).toContain(each)
  for (const each of not) expect(text).not.toContain(each)
})

it('says the same as one JSON line', () => {
  const said = JSON.parse(write({ json: true, host: '0.0.0.0' }, 'made-for-this-run')) as object
  expect(said).toMatchObject({ reach: { exposed: true, host: '0.0.0.0', seeded: false }, control_token: 'made-for-this-run', ca: null })
  expect(JSON.parse(write({ json: true, controlToken: 'one-that-was-given' }, 'one-that-was-given'))).toMatchObject({ control_token: null })
})
