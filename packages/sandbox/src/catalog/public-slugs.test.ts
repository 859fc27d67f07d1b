/** Slugs that public configurations use, with their sources: the sandbox offers each, or its refusal names an offer. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestSandbox, type TestSandbox, webServer } from '../../test/create-test-sandbox.ts'

const [, ...rows] = readFileSync(new URL('public-slugs.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const slugs = rows.map((row) => {
  const [kind = '', slug = '', source = ''] = row.split('\t')
  return { kind, slug, source }
})

const pool = { name: 'workers', size: 's-2vcpu-4gb', count: 1 }

function create(sandbox: TestSandbox, kind: string, slug: string) {
  if (kind === 'size' || kind === 'image' || kind === 'region')
    return sandbox.ask('POST', '/v2/droplets', { ...webServer, region: undefined, [kind]: slug })
  if (kind === 'kubernetes')
    return sandbox.ask('POST', '/v2/kubernetes/clusters', { name: 'shop', region: 'nyc3', version: slug, node_pools: [pool] })
  const [engine, choice] = kind === 'database-size' ? ['pg', { size: slug }] : [kind, { version: slug }]
  return sandbox.ask('POST', '/v2/databases', { name: 'shop', region: 'nyc3', engine, size: 'db-s-1vcpu-1gb', num_nodes: 1, ...choice })
}

it.each(slugs)('offers the $kind $slug, or names an offer', async ({ kind, slug }) => {
  const { status, headers, body } = await create(createTestSandbox(), kind, slug)
  const names = /Did you mean|Choose one of/.test(`${body.message} ${headers.get('x-sandbox-hint')}`)
  expect([status, names]).toEqual(status < 300 ? [status, false] : [422, true])
})
