import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const customModels: Story = {
  title: 'A model is imported and described, a router and a provider key are kept beside it',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { model } = await cloud.customModels.import({
      body: {
        name: 'tidewater-blurbs',
        source_type: 'SOURCE_TYPE_HUGGINGFACE',
        source_ref: { access_type: 'ACCESS_TYPE_PUBLIC', repo_id: 'tidewater-books/blurbs-8b' },
        accept_terms_and_conditions: true,
      },
    })
    const path = { uuid: model?.uuid ?? '' }
    await pass(600)
    const { model: ready } = await cloud.customModels.get({ path })
    keeps(() => assert.equal(ready.status, 'STATUS_READY'))
    await cloud.customModels.updateMetadata({ path, body: { description: 'Trained on the texts of our own books' } })
    const { models, meta } = await cloud.customModels.list({ query: { status: 'STATUS_READY' } })
    keeps(() =>
      assert.deepEqual([models.map(({ description }) => description), meta.total], [['Trained on the texts of our own books'], 1]),
    )
    await cloud.customModels.delete({ path })
    await refuses(404, () => cloud.customModels.get({ path }))

    const { model_router: router } = await cloud.modelRouters.create({
      body: {
        name: 'review-router',
        policies: [{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'] }],
        fallback_models: ['llama3.3-70b-instruct'],
      },
    })
    const of = { uuid: router.uuid }
    await cloud.modelRouters.update({ path: of, body: { description: 'Sums up what readers say' } })
    const { model_routers: routers } = await cloud.modelRouters.list()
    lists(routers, ({ name, description }) => [name, description], [['review-router', 'Sums up what readers say']])
    await cloud.modelRouters.delete({ path: of })
    await refuses(404, () => cloud.modelRouters.get({ path: of }))

    const { api_key_info: key } = await cloud.genaiProviderKeys.openai.create({
      body: { name: 'tidewater-openai', api_key: 'example-openai-key-1' },
    })
    const at = { api_key_uuid: key.uuid }
    await refuses(409, () => cloud.genaiProviderKeys.openai.create({ body: { name: 'tidewater-openai', api_key: 'example-openai-key-2' } }))
    await cloud.genaiProviderKeys.openai.update({ path: at, body: { name: 'shop-openai' } })
    const { api_key_infos: keys } = await cloud.genaiProviderKeys.openai.list()
    lists(keys, 'name', ['shop-openai'])
    await cloud.genaiProviderKeys.openai.delete({ path: at })
    await refuses(404, () => cloud.genaiProviderKeys.openai.listAgents({ path: { uuid: key.uuid } }))
  },
}
