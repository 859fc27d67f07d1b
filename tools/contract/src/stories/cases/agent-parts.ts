import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const jailbreak = '4db17a96-ce85-40d2-8a14-9526ed38b054'

const orderStatus = {
  function_name: 'order_status',
  description: 'Says where an order is.',
  faas_name: 'orders/status',
  input_schema: { type: 'object', properties: { order_number: { type: 'string' } } },
}

export const agentParts: Story = {
  title: 'An agent gets a function, a guardrail, another agent behind it and a workspace, and earlier versions come back',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const { project } = await cloud.projects.getDefault()
    const { models } = await cloud.genaiModels.list({ query: { usecases: ['MODEL_USECASE_AGENT'], per_page: 200 } })
    const model = models.find(({ id }) => id === 'llama3.3-70b-instruct') ?? models[0]
    const make = async (name: string) => {
      const body = {
        name,
        instruction: 'You help customers.',
        model_uuid: model?.uuid ?? '',
        project_id: project.id,
        region: 'tor1' as const,
      }
      const { agent } = await cloud.agents.create({ body })
      return agent.uuid
    }
    const [front, orders] = [await make('shop-assistant'), await make('order-helper')]
    const path = { agent_uuid: front }
    await pass(300)
    const { namespace } = await cloud.functions.namespaces.create({ body: { region: 'tor1', label: 'orders' } })
    const status = { ...orderStatus, faas_namespace: namespace.namespace }
    const { agent: skilled } = await cloud.agents.functions.attach({ path, body: status })
    const skills = skilled.functions?.map(({ name }) => name)
    keeps(() => assert.deepEqual(skills, ['order_status']))
    await refuses(409, () => cloud.agents.functions.attach({ path, body: status }))
    await cloud.agents.guardrails.attach({ path, body: { guardrails: [{ guardrail_uuid: jailbreak, priority: 1 }] } })
    const between = { parent_agent_uuid: front, child_agent_uuid: orders }
    const route = { route_name: 'order-questions', if_case: 'The customer asks where an order is.' }
    await cloud.agents.children.attach({ path: between, body: route })
    await refuses(409, () => cloud.agents.children.attach({ path: between, body: route }))
    const { children } = await cloud.agents.children.list({ path: { uuid: front } })
    const behind = children?.map(({ uuid }) => uuid)
    keeps(() => assert.deepEqual(behind, [orders]))

    const { workspace } = await cloud.agentWorkspaces.create({ body: { name: 'shop-floor', agent_uuids: [front] } })
    const of = { workspace_uuid: workspace.uuid }
    const { agents: inside } = await cloud.agentWorkspaces.agents.list({ path: of })
    const working = inside.map(({ uuid }) => uuid)
    keeps(() => assert.deepEqual(working, [front]))
    await refuses(412, () => cloud.agentWorkspaces.delete({ path: of }))
    await cloud.agents.update({ path: { uuid: front }, body: { instruction: 'Answer in one sentence.' } })
    const { agent_versions: versions } = await cloud.agents.versions.list({ path: { uuid: front } })
    const oldest = versions.at(-1)
    assert.ok(oldest?.version_hash)
    await cloud.agents.versions.rollback({ path: { uuid: front }, body: { version_hash: oldest.version_hash } })
    const { agent: back } = await cloud.agents.get({ path: { uuid: front } })
    keeps(() => assert.equal(back.instruction, 'You help customers.'))

    const { children: none } = await cloud.agents.children.list({ path: { uuid: front } })
    keeps(() => assert.deepEqual(none ?? [], []))
    await cloud.agents.children.attach({ path: between, body: route })
    await cloud.agents.children.detach({ path: between })
    await refuses(404, () => cloud.agents.children.detach({ path: between }))
    await cloud.agents.delete({ path: { uuid: front } })
    await cloud.agentWorkspaces.delete({ path: of })
    await refuses(404, () => cloud.agentWorkspaces.get({ path: of }))
  },
}
