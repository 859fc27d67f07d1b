import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const modelKeys: Story = {
  title: 'A model access key is renamed and rotated, opens models with its new secret only, and is deleted',
  run: async ({ cloud, as, keeps, refuses }) => {
    const { api_key_infos: keys } = await cloud.modelAccessKeys.list()
    const [key] = keys
    assert.ok(key)
    const path = { api_key_uuid: key.uuid }
    await cloud.models.list()
    const { api_key_info: renamed } = await cloud.modelAccessKeys.update({ path, body: { name: 'catalog-search' } })
    keeps(() => assert.deepEqual([renamed.uuid, renamed.name], [key.uuid, 'catalog-search']))
    const { api_key_info: rotated } = await cloud.modelAccessKeys.rotate({ path })
    assert.ok(rotated.secret_key)
    await refuses(401, () => cloud.models.list())
    const opened = as({ inference: rotated.secret_key })
    await opened.models.list()
    const window = { model: 'openai-gpt-image-1', prompt: 'A bookshop window by the sea', n: 1, size: '1024x1536' } as const
    const pictures = await opened.imageGenerations.create({ body: window })
    keeps(() => assert.equal('data' in pictures && pictures.data.length, 1))
    const run = await opened.asyncInvoke.create({ body: { model_id: 'fal-ai/flux/schnell', input: { prompt: 'A bookshop window' } } })
    keeps(() => assert.equal(run.status, 'QUEUED'))
    const read = await opened.asyncInvoke.get({ path: { request_id: run.request_id } })
    keeps(() => assert.deepEqual([read.request_id, read.status], [run.request_id, 'QUEUED']))
    await refuses(410, () => cloud.modelAccessKeys.create({ body: { name: 'another' } }))
    await cloud.modelAccessKeys.delete({ path })
    await refuses(401, () => opened.models.list())
    await refuses(404, () => cloud.modelAccessKeys.delete({ path }))
  },
}
