import assert from 'node:assert/strict'
import { makeDroplet } from '../make-droplet.ts'
import type { Story } from '../story.ts'

export const accounts: Story = {
  title: 'Another account sees nothing of this one, until an image is handed over to it',
  run: async (context) => {
    const { cloud, guest, keeps, lists, refuses, pass } = context
    const droplet = await makeDroplet(context)
    const body = { name: 'tidewater-base', url: 'https://downloads.tidewater.example/tidewater-base.qcow2', region: 'nyc3' } as const
    const { image } = await cloud.images.create({ body })
    const path = { image_id: image.id }
    await pass(60)
    await refuses(404, () => guest.cloud.droplets.get({ path: { droplet_id: droplet } }))
    await refuses(404, () => guest.cloud.droplets.delete({ path: { droplet_id: droplet } }))
    await refuses(404, () => guest.cloud.images.get({ path }))
    const { meta } = await guest.cloud.droplets.list()
    keeps(() => assert.equal(meta.total, 0))
    const { actions } = await guest.cloud.actions.list()
    keeps(() => assert.deepEqual(actions, []))
    const { account } = await guest.cloud.account.get()
    keeps(() => assert.equal(account.email, guest.email))

    const first = await cloud.images.transfer({ path, body: { recipient_uuid: account.uuid } })
    await refuses(409, () => cloud.images.transfer({ path, body: { recipient_uuid: account.uuid } }))
    await guest.cloud.images.declineTransfer({ path, body: { transfer_id: first.transfer_id } })
    const second = await cloud.images.transfer({ path, body: { recipient_uuid: account.uuid } })
    await guest.cloud.images.acceptTransfer({ path, body: { transfer_id: second.transfer_id, recipient_uuid: account.uuid } })
    await pass(600)
    const theirs = await guest.cloud.images.list({ query: { private: true } })
    lists(theirs.images, 'name', ['tidewater-base'])
  },
}
