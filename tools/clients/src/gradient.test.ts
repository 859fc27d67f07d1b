/** Tests `@digitalocean/gradient`. It has one base URL, so the test uses separate clients for the platform, models and an agent. */
import Gradient, { AuthenticationError, NotFoundError } from '@digitalocean/gradient'
import { expect, it } from 'vitest'
import { usePlatform } from './use-platform.ts'
import { waitUntil } from './wait-until.ts'

const platform = await usePlatform()
const client = new Gradient({ accessToken: platform.token, baseURL: platform.url, maxRetries: 0 })
const response = await fetch(`${platform.url}/v2/projects/default`, { headers: { authorization: `Bearer ${platform.token}` } })
const project_id = ((await response.json()) as { readonly project: { readonly id: string } }).project.id

const messages = [{ role: 'user' as const, content: 'Who binds the books?' }]
const model = 'llama3.3-70b-instruct'

async function findModel(usecase: 'MODEL_USECASE_AGENT' | 'MODEL_USECASE_KNOWLEDGEBASE', preferredId?: string): Promise<string> {
  const { models = [] } = await client.get<{ models?: { uuid: string; id: string }[] }>('/v2/gen-ai/models', {
    query: { usecases: [usecase], per_page: 200 },
  })
  return (models.find(({ id }) => id === preferredId) ?? models[0])?.uuid ?? ''
}

async function createAgent(name: string) {
  const input = {
    name,
    instruction: 'Answer about books.',
    model_uuid: await findModel('MODEL_USECASE_AGENT', model),
    project_id,
    region: 'tor1',
  }
  const { agent } = await client.agents.create(input)
  const uuid = agent?.uuid ?? ''
  return waitUntil(
    async () => (await client.agents.retrieve(uuid)).agent,
    (found) => found?.deployment?.status === 'STATUS_RUNNING',
  )
}

it('lists models and regions', async () => {
  expect((await client.models.list()).models?.length).toBeGreaterThan(3)
  expect((await client.regions.list()).regions?.length).toBeGreaterThan(0)
})

it('returns replies of models, complete and streamed', async () => {
  const inference = new Gradient({ modelAccessKey: platform.inferenceKey, baseURL: `${platform.url}/v1`, maxRetries: 0 })
  const fullReply = await inference.chat.completions.create({ model, messages })
  let text = ''
  for await (const chunk of await inference.chat.completions.create({ model, messages, stream: true }))
    text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(fullReply.choices[0]?.message.content)
  const { data } = await inference.images.generate({ model: 'openai-gpt-image-1', prompt: 'a lighthouse', n: 1 })
  expect(data?.[0]?.b64_json).toBeTypeOf('string')
})

it('creates an agent, sends it messages with its key, and deletes it', async () => {
  const agent = await createAgent('clerk')
  const uuid = agent?.uuid ?? ''
  const { api_key_info: key } = await client.agents.apiKeys.create(uuid, { name: 'shop' })
  const agentClient = new Gradient({ agentAccessKey: key?.secret_key ?? '', baseURL: `${platform.url}/api/v1`, maxRetries: 0 })
  const fullReply = await agentClient.agents.chat.completions.create({ model, messages })
  let text = ''
  for await (const chunk of await agentClient.agents.chat.completions.create({ model, messages, stream: true }))
    text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(fullReply.choices[0]?.message.content)

  await client.agents.apiKeys.regenerate(key?.uuid ?? '', { agent_uuid: uuid })
  await expect(agentClient.agents.chat.completions.create({ model, messages })).rejects.toBeInstanceOf(AuthenticationError)
  expect((await client.agents.update(uuid, { name: 'desk', temperature: 0.2 })).agent?.name).toBe('desk')
  const { agent_versions: versions = [] } = await client.agents.versions.list(uuid)
  expect(versions.length).toBeGreaterThan(0)
  expect((await client.agents.retrieveUsage(uuid)).usage).toBeDefined()
  await client.agents.updateStatus(uuid, { visibility: 'VISIBILITY_PUBLIC' })
  expect((await client.agents.list({ per_page: 200 })).agents?.map(({ name }) => name)).toContain('desk')
  await client.agents.delete(uuid)
  await expect(client.agents.retrieve(uuid)).rejects.toBeInstanceOf(NotFoundError)
})

it('manages routes, functions and knowledge bases of agents', async () => {
  const parent = (await createAgent('front'))?.uuid ?? ''
  const child = (await createAgent('orders'))?.uuid ?? ''
  await client.agents.routes.add(child, { path_parent_agent_uuid: parent, if_case: 'about orders', route_name: 'orders' })
  expect((await client.agents.routes.view(parent)).children?.map(({ uuid }) => uuid)).toEqual([child])
  await client.agents.routes.delete(child, { parent_agent_uuid: parent })

  const base = await client.knowledgeBases.create({
    name: 'pages',
    embedding_model_uuid: await findModel('MODEL_USECASE_KNOWLEDGEBASE'),
    project_id,
    region: 'tor1',
    datasources: [{ web_crawler_data_source: { base_url: 'https://tidewater.example/help', crawling_option: 'PATH' } }],
  })
  const uuid = base.knowledge_base?.uuid ?? ''
  await waitUntil(
    () => client.knowledgeBases.retrieve(uuid),
    ({ database_status }) => database_status === 'ONLINE',
  )
  await client.agents.knowledgeBases.attachSingle(uuid, { agent_uuid: parent })
  expect((await client.agents.retrieve(parent)).agent?.knowledge_bases?.map(({ name }) => name)).toEqual(['pages'])
  await client.agents.knowledgeBases.detach(uuid, { agent_uuid: parent })
  expect((await client.knowledgeBases.dataSources.list(uuid)).knowledge_base_data_sources).toHaveLength(1)
  const { jobs } = await waitUntil(
    () => client.knowledgeBases.indexingJobs.list(),
    (all) => all.jobs?.[0]?.phase === 'BATCH_JOB_PHASE_SUCCEEDED',
  )
  expect(jobs).toHaveLength(1)
  await client.knowledgeBases.update(uuid, { name: 'leaves' })
  await client.knowledgeBases.delete(uuid)
  for (const agent of [child, parent]) await client.agents.delete(agent)
})

it('manages API keys of models and of model providers', async () => {
  // The platform removed this operation after this version of the client.
  await expect(client.inference.apiKeys.create({ name: 'till' })).rejects.toMatchObject({ status: 410 })
  const [key] = (await client.inference.apiKeys.list()).api_key_infos ?? []
  expect((await client.inference.apiKeys.update(key?.uuid ?? '', { name: 'desk' })).api_key_info?.name).toBe('desk')
  const { api_key_info: next } = await client.inference.apiKeys.updateRegenerate(key?.uuid ?? '')
  expect(next?.secret_key).not.toBe(platform.inferenceKey)
  for (const maker of [client.models.providers.anthropic, client.models.providers.openai]) {
    const { api_key_info: created } = await maker.create({ name: 'ours', api_key: 'sk-example-0123456789' })
    expect((await maker.list()).api_key_infos?.map(({ name }) => name)).toEqual(['ours'])
    await maker.delete(created?.uuid ?? '')
  }
})

it('throws its error classes', async () => {
  const stranger = new Gradient({ accessToken: 'nobody', baseURL: platform.url, maxRetries: 0 })
  await expect(stranger.agents.list()).rejects.toBeInstanceOf(AuthenticationError)
  await expect(client.agents.retrieve('00000000-0000-4000-8000-000000000000')).rejects.toBeInstanceOf(NotFoundError)
})
