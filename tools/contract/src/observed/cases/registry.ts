import { after, type Answer, type Cases, NotHeld, type Probe } from '../probe.ts'

const tidewater = { name: 'tidewater', subscription_tier_slug: 'professional', region: 'nyc3' }
const images = '/v2/registry/tidewater/repositories/shop/digests'

const openRegistry = ({ make }: Probe) => make('POST', '/v2/registry', tidewater)

/** There is nothing to push to, so the sandbox itself does what a push would do. */
const push = ({ make }: Probe, image: object) =>
  make('POST', '/_sandbox/images', { registry: tidewater.name, repository: 'shop', ...image })

export const registry: Cases = {
  'registry-01': after(openRegistry, (_made, probe) => probe.post('/v2/registry', { ...tidewater, name: 'tidewater-press' })),
  'registry-02': ({ post }) => post('/v2/registry', { ...tidewater, name: 'docker' }),
  'registry-03': async (probe) => {
    const { make, get, holds } = probe
    await openRegistry(probe)
    await make('POST', '/v2/registries', { name: 'tidewater-press' })
    const answer = await probe.delete('/v2/registry')
    const { status, body } = await get('/v2/registry')
    holds('what reading answers', { status, message: body.message }, { status: answer.status, message: answer.body.message })
    return answer
  },
  'registry-04': async (probe) => {
    await openRegistry(probe)
    await push(probe, { tags: ['latest'] })
    const path = '/v2/registries/tidewater/repositories'
    probe.holds('the answer without the repository', (await probe.delete(`${path}/nope/tags/latest`)).status, 204)
    const answer = await probe.delete(`${path}/shop/tags/nope`)
    probe.holds('the tags that are left', (await probe.get(`${path}/shop/tags`)).body.meta.total, 1)
    return answer
  },
  'registry-05': (probe) => probe.delete('/v2/registries/tidewater/repositories/shop/tags/latest'),
  'registry-06': async (probe) => {
    await openRegistry(probe)
    await push(probe, { digest: 'sha256:one' })
    await probe.make('POST', '/v2/registry/tidewater/garbage-collection')
    return probe.delete(`${images}/sha256:one`)
  },
  'registry-07': async (probe) => {
    await openRegistry(probe)
    await push(probe, { digest: 'sha256:arm' })
    await push(probe, { tags: ['latest'], manifests: ['sha256:arm'] })
    return probe.delete(`${images}/sha256:arm`)
  },
  'registry-08': async ({ make, get, holds, matches }) => {
    await make('POST', '/v2/registry', { ...tidewater, subscription_tier_slug: 'basic' })
    const answer = await get('/v2/registry/subscription')
    const { tier, created_at: created, updated_at: updated } = answer.body.subscription
    const { included_bandwidth_bytes: _bandwidth, ...observed } = tier
    holds('the plan', observed, {
      name: 'Basic',
      slug: 'basic',
      included_repositories: 5,
      included_storage_bytes: 5_368_709_120,
      allow_storage_overage: true,
      monthly_price_in_cents: 500,
      storage_overage_price_in_cents: 2,
    })
    for (const time of [created, updated]) matches('a time', time, /^\d{4}-\d\d-\d\dT/)
    return answer
  },
  'registry-09': async (probe) => {
    await openRegistry(probe)
    await probe.make('POST', '/v2/registry/tidewater/garbage-collection')
    const answer = await waitFor(probe, 'waiting for delete requests')
    const { created_at: begun, uuid } = answer.body.garbage_collection
    await probe.pass(18)
    const [run] = (await probe.get('/v2/registry/tidewater/garbage-collections')).body.garbage_collections
    const seconds = (Date.parse(run.updated_at) - Date.parse(begun)) / 1000
    probe.holds('how it ended', { uuid: run.uuid, status: run.status, seconds }, { uuid, status: 'succeeded', seconds: 18 })
    return answer
  },
}

/** The answer that shows the collection in this state. */
async function waitFor({ get, pass }: Probe, status: string): Promise<Answer> {
  for (let second = 0; second < 18; second += 1) {
    const answer = await get('/v2/registry/tidewater/garbage-collection')
    if (answer.body.garbage_collection.status === status) return answer
    await pass(1)
  }
  throw new NotHeld(`no collection is ever "${status}"`)
}
