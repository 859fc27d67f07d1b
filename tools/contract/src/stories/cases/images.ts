import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const images: Story = {
  title: 'An image is fetched, copied to another region, renamed and deleted',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const body = { name: 'tidewater-base', url: 'https://downloads.tidewater.example/tidewater-base.qcow2', region: 'nyc3' } as const
    const { image } = await cloud.images.create({ body: { ...body, distribution: 'Ubuntu', tags: ['storefront'] } })
    const path = { image_id: image.id }
    keeps(() => assert.deepEqual([image.status, image.regions], ['NEW', []]))
    await refuses(422, () => cloud.images.actions.transfer(path.image_id, { region: 'sfo3' }))
    await pass(60)
    const { image: fetched } = await cloud.images.get({ path })
    keeps(() => assert.deepEqual([fetched.status, fetched.regions, fetched.tags], ['available', ['nyc3'], ['storefront']]))

    const { action } = await cloud.images.actions.transfer(path.image_id, { region: 'sfo3' })
    await pass(60)
    const { action: ended } = await cloud.images.actions.get({ path: { ...path, action_id: action.id } })
    keeps(() => assert.deepEqual([ended.status, ended.type, ended.region_slug], ['completed', 'transfer', 'sfo3']))
    const { actions } = await cloud.images.actions.list({ path })
    keeps(() => assert.equal(actions.length, 1))
    await refuses(422, () => cloud.images.actions.transfer(path.image_id, { region: 'sfo3' }))

    await cloud.images.update({ path, body: { name: 'tidewater-2026', description: "Ubuntu with the shop's packages" } })
    const own = await cloud.images.list({ query: { private: true } })
    lists(own.images, ({ name, regions }) => [name, regions], [['tidewater-2026', ['nyc3', 'sfo3']]])
    const { images: tagged } = await cloud.images.list({ query: { tag_name: 'storefront' } })
    lists(tagged, 'id', [image.id])
    const { image: ubuntu } = await cloud.images.get({ path: { image_id: 'ubuntu-24-04-x64' } })
    await refuses(403, () => cloud.images.delete({ path: { image_id: ubuntu.id } }))
    await cloud.images.delete({ path })
    await refuses(404, () => cloud.images.get({ path }))
  },
}
