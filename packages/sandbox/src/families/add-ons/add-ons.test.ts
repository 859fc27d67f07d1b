import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { webServer } from '../../../test/create-test-sandbox.ts'

const resourcesPath = '/v2/add-ons/saas'
const metadata = [
  { name: 'sender_domain', value: 'tidewater.example' },
  { name: 'track_opens', value: false },
]
const orderMails = { app_slug: 'quillmail', plan_slug: 'quillmail-starter', name: 'order-mails', metadata }

describe('add-ons', () => {
  it('lists the apps of the catalog and the metadata each requires', async ({ sandbox }) => {
    const { apps } = (await sandbox.get('/v2/add-ons/apps')).body
    expect(apps[0]).toMatchObject({ app_slug: 'quillmail', plans: [{ slug: 'quillmail-starter', price_per_month: 9 }, {}, {}] })
    for (const { app_slug: slug } of apps) expect((await sandbox.get(`/v2/add-ons/apps/${slug}/metadata`)).status).toBe(200)
    const { body } = await sandbox.get('/v2/add-ons/apps/quillmail/metadata')
    expect(body.metadata.map(({ name }) => name)).toEqual(['sender_domain', 'track_opens'])
    expect((await sandbox.get('/v2/add-ons/apps/none/metadata')).status).toBe(404)
  })

  it('provisions, renames, moves to another plan and deletes an add-on', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(resourcesPath, orderMails)
    expect(status).toBe(200)
    expect(body.resource).toMatchObject({
      state: 'pending',
      has_config: false,
      app_name: 'Quillmail',
      plan_name: 'Starter',
      metadata,
    })
    const path = `${resourcesPath}/${body.resource.uuid}` as const
    expect((await sandbox.patch(`${path}/plan`, { plan_slug: 'quillmail-growth' })).status).toBe(409)
    await sandbox.pass(3)
    expect((await sandbox.get(path)).body.resource.state).toBe('provisioning')
    await sandbox.pass(20)
    expect((await sandbox.get(path)).body.resource).toMatchObject({
      state: 'provisioned',
      has_config: true,
      sso_url: `https://quillmail.example/sso/${body.resource.uuid.slice(0, 8)}`,
    })
    expect((await sandbox.patch(path, { name: 'shop-mails' })).body.resource.name).toBe('shop-mails')
    const grown = await sandbox.patch(`${path}/plan`, { plan_slug: 'quillmail-growth' })
    expect(grown.body.resource).toMatchObject({ plan_slug: 'quillmail-growth', plan_price_per_month: 49 })
    expect((await sandbox.patch(`${path}/plan`, { plan_slug: 'quillmail-pioneer' })).status).toBe(422)
    expect((await sandbox.get(resourcesPath)).body).toMatchObject({ resources: [{ name: 'shop-mails' }], meta: { total: 1 } })
    expect((await sandbox.delete(path)).status).toBe(200)
    expect((await sandbox.get(path)).body.resource.state).toBe('deprovisioning')
    expect((await sandbox.delete(path)).status).toBe(409)
    await sandbox.pass(10)
    expect((await sandbox.get(path)).status).toBe(404)
  })

  it('fails to provision when the sender domain is not a host name', async ({ sandbox }) => {
    const { uuid } = (await sandbox.post(resourcesPath, { ...orderMails, metadata: [{ name: 'sender_domain', value: 'not a domain' }] }))
      .body.resource
    await sandbox.pass(30)
    expect((await sandbox.get(`${resourcesPath}/${uuid}`)).body.resource).toMatchObject({
      state: 'provisioning-failed',
      has_config: false,
      message: 'The sender domain could not be verified.',
    })
  })

  it.for([
    { app_slug: 'none' },
    { plan_slug: 'lanternlog-free' },
    { plan_slug: 'quillmail-pioneer' },
    { metadata: [] },
    { metadata: [{ name: 'sender_domain', value: true }] },
    { metadata: [...metadata, { name: 'color', value: 'blue' }] },
    { app_slug: 'lanternlog', plan_slug: 'lanternlog-free', metadata: [{ name: 'data_region', value: 'mars' }] },
    { app_slug: 'lanternlog', plan_slug: 'lanternlog-free', metadata: [{ name: 'data_region', value: 'eu' }], linked_droplet_id: 1 },
    { linked_droplet_id: 999 },
    { fleet_uuid: '00000000-0000-4000-8000-000000000000' },
  ])('returns 422 when an add-on is created with %o', async (change, { sandbox }) => {
    expect((await sandbox.post(resourcesPath, { ...orderMails, ...change })).status).toBe(422)
    expect((await sandbox.get(resourcesPath)).body.meta.total).toBe(0)
  })

  it('returns 409 for a name in use and links an add-on to a droplet', async ({ sandbox }) => {
    const { id } = (await sandbox.post('/v2/droplets', webServer)).body.droplet
    expect((await sandbox.post(resourcesPath, { ...orderMails, linked_droplet_id: id })).status).toBe(200)
    expect((await sandbox.post(resourcesPath, orderMails)).status).toBe(409)
    const { uuid } = (await sandbox.post(resourcesPath, { ...orderMails, name: 'other' })).body.resource
    expect((await sandbox.patch(`${resourcesPath}/${uuid}`, { name: 'order-mails' })).status).toBe(409)
  })
})
