import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const microDroplets: Story = {
  title: 'A micro droplet starts from an imported image, pauses and is resumed, pauses by itself, and goes with its checkpoints',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { image } = await cloud.microDroplets.images.create({ body: { name: 'node-22', source: 'docker.io/library/node:22' } })
    const ofImage = { path: { image_id: image.id } }
    const body = {
      name: 'cover-preview',
      region: 'nyc3' as const,
      size: 'md-1vcpu-512mb' as const,
      image: image.id,
      http_port: 3000,
      auto_pause: { enabled: true, idle_timeout: '5m' },
    }
    await refuses(409, (own) => own.microDroplets.create({ body }))
    await pass(60)
    const { image: imported } = await cloud.microDroplets.images.get(ofImage)
    keeps(() => assert.equal(imported.status, 'IMAGE_AVAILABLE'))
    const { images } = await cloud.microDroplets.images.list()
    keeps(() => assert.deepEqual(images, [imported]))

    const { micro_droplet: made } = await cloud.microDroplets.create({ body })
    const path = { micro_droplet_id: made.id }
    keeps(() => assert.deepEqual([made.state, made.endpoint], ['creating', undefined]))
    await refuses(409, (own) => own.microDroplets.pause({ path }))
    await pass(10)
    const { micro_droplet: running } = await cloud.microDroplets.get({ path })
    keeps(() => assert.deepEqual({ ...running, endpoint: undefined }, { ...made, state: 'running', endpoint: undefined }))
    await refuses(409, (own) => own.microDroplets.images.delete(ofImage))
    const { micro_droplet: paused } = await cloud.microDroplets.pause({ path })
    keeps(() => assert.deepEqual(paused, { ...running, state: 'paused' }))
    const { micro_droplet: again } = await cloud.microDroplets.pause({ path })
    keeps(() => assert.deepEqual(again, paused))
    const { micro_droplet: resumed } = await cloud.microDroplets.resume({ path })
    keeps(() => assert.deepEqual(resumed, running))
    await pass(600)
    const { micro_droplets: named } = await cloud.microDroplets.list({ query: { name: 'cover-preview', region: 'nyc3' } })
    lists(named, 'state', ['paused'])
    const { checkpoints } = await cloud.microDroplets.checkpoints.list({ path })
    keeps(() =>
      assert.deepEqual(
        checkpoints.map(({ name, status }) => [name, status]),
        [
          ['cover-preview-2', 'CHECKPOINT_AVAILABLE'],
          ['cover-preview-1', 'CHECKPOINT_AVAILABLE'],
        ],
      ),
    )
    await cloud.microDroplets.delete({ path })
    await refuses(404, (own) => own.microDroplets.checkpoints.list({ path }))
    await cloud.microDroplets.images.delete(ofImage)
    await refuses(404, (own) => own.microDroplets.images.get(ofImage))
  },
}
