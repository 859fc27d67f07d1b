import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const addOns: Story = {
  title: 'An add-on is booked from its catalog, gets a larger plan, and is given up',
  run: async ({ cloud, keeps, refuses, pass }) => {
    await cloud.addOns.apps.list()
    await cloud.addOns.apps.getMetadata({ path: { app_slug: 'quillmail' } })
    const { resource: made } = await cloud.addOns.create({
      body: {
        app_slug: 'quillmail',
        plan_slug: 'quillmail-starter',
        name: 'order-mails',
        metadata: [{ name: 'sender_domain', value: 'tidewater.example' }],
      },
    })
    const path = { resource_uuid: made.uuid }
    keeps(() => assert.equal(made.state, 'pending'))
    await refuses(409, () => cloud.addOns.updatePlan({ path, body: { plan_slug: 'quillmail-growth' } }))
    await pass(120)
    const { resource: ready } = await cloud.addOns.get({ path })
    keeps(() => assert.deepEqual([ready.state, ready.has_config], ['provisioned', true]))
    await cloud.addOns.update({ path, body: { name: 'shop-mails' } })
    await cloud.addOns.updatePlan({ path, body: { plan_slug: 'quillmail-growth' } })
    const { resources, meta } = await cloud.addOns.list()
    keeps(() =>
      assert.deepEqual([resources.map(({ name, plan_slug: plan }) => [name, plan]), meta.total], [[['shop-mails', 'quillmail-growth']], 1]),
    )
    await cloud.addOns.delete({ path })
    await refuses(409, () => cloud.addOns.delete({ path }))
    await pass(120)
    await refuses(404, () => cloud.addOns.get({ path }))
  },
}
