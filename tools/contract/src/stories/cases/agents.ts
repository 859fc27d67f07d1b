import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const agents: Story = {
  title: 'An agent is deployed, answers its key, learns a function, and is deleted',
  run: async ({ cloud, as, keeps, lists, refuses, pass }) => {
    const { project } = await cloud.projects.getDefault()
    const { models } = await cloud.genaiModels.list({ query: { per_page: 200 } })
    const model = models.find(({ id }) => id === 'llama3.3-70b-instruct') ?? models[0]
    assert.ok(model?.uuid)
    const { agent } = await cloud.agents.create({
      body: { name: 'shop-assistant', instruction: 'You help customers.', model_uuid: model.uuid, project_id: project.id, region: 'tor1' },
    })
    const path = { agent_uuid: agent.uuid }
    keeps(() => assert.equal(agent.deployment?.status, 'STATUS_WAITING_FOR_DEPLOYMENT'))
    const { api_key_info: key } = await cloud.agents.apiKeys.create({ path, body: { name: 'storefront-widget' } })
    assert.ok(key.secret_key)
    const talk = as({ agent: key.secret_key })
    const question = { model: 'n/a', messages: [{ role: 'user', content: 'When will my order arrive?' }] } as const
    const body = { model: question.model, messages: [...question.messages] }
    await refuses(404, () => talk.agentInference.completions.create({ body }))
    await pass(300)
    const { agent: running } = await cloud.agents.get({ path: { uuid: agent.uuid } })
    keeps(() => assert.deepEqual([running.deployment?.status, running.name], ['STATUS_RUNNING', 'shop-assistant']))
    const answer = await talk.agentInference.completions.create({ body })
    keeps(() => assert.equal(answer.model, 'llama3.3-70b-instruct'))

    await cloud.agents.update({ path: { uuid: agent.uuid }, body: { max_tokens: 512 } })
    const { agents: all, meta } = await cloud.agents.list()
    keeps(() => assert.deepEqual([all.map(({ max_tokens: most }) => most), meta.total], [[512], 1]))
    const { api_key_infos: keys } = await cloud.agents.apiKeys.list({ path })
    lists(keys, 'name', ['storefront-widget'])
    await cloud.agents.apiKeys.delete({ path: { ...path, api_key_uuid: key.uuid } })
    await refuses(401, () => talk.agentInference.completions.create({ body }))
    await cloud.agents.delete({ path: { uuid: agent.uuid } })
    await refuses(404, () => cloud.agents.get({ path: { uuid: agent.uuid } }))
  },
}
