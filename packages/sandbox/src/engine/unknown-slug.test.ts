import { describe, expect } from 'vitest'
import { createTestSandbox, webServer } from '../../test/create-test-sandbox.ts'
import { it } from '../../test/it.ts'

const pool = { name: 'workers', size: 's-2vcpu-4gb', count: 1 }
const cluster = { name: 'shop', region: 'nyc3', version: 'latest', node_pools: [pool] }
const database = { name: 'shop', region: 'nyc3', engine: 'pg', size: 'db-s-1vcpu-1gb', num_nodes: 1 }

describe('a slug that is not offered', () => {
  it('is refused with the nearest offer in the message', async ({ sandbox }) => {
    const { status, body } = await sandbox.ask('POST', '/v2/droplets', { ...webServer, size: 's-1vcpu-2gbb' })
    expect([status, body.message]).toEqual([422, 'size: there is no size "s-1vcpu-2gbb". Did you mean "s-1vcpu-2gb"?'])
  })

  it.each([
    { path: '/v2/droplets', input: { ...webServer, image: 'ubuntu-24-04-x86' }, hint: 'Did you mean "ubuntu-24-04-x64"?' },
    { path: '/v2/droplets', input: { ...webServer, region: 'nyc9' }, hint: 'Did you mean "nyc1"?' },
    { path: '/v2/databases', input: { ...database, size: 'db-s-1vcpu-1g' }, hint: 'Did you mean "db-s-1vcpu-1gb"?' },
    { path: '/v2/databases', input: { ...database, version: '9' }, hint: /^Choose one of (?:\d+, )+\d+\.$/ },
    { path: '/v2/kubernetes/clusters', input: { ...cluster, version: '1.12.0-do.0' }, hint: /^Choose one of / },
    {
      path: '/v2/kubernetes/clusters',
      input: { ...cluster, node_pools: [{ ...pool, size: 's-2vcpu-4gbb' }] },
      hint: 'Did you mean "s-2vcpu-4gb"?',
    },
  ])('keeps the message of the platform at $path and names the nearest offer in x-sandbox-hint', async ({ path, input, hint }) => {
    const { status, headers } = await createTestSandbox().ask('POST', path, input)
    expect([status, headers.get('x-sandbox-hint')]).toEqual([422, typeof hint === 'string' ? hint : expect.stringMatching(hint)])
  })
})
