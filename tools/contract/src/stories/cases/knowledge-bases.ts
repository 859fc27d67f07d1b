import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const knowledgeBases: Story = {
  title: 'A knowledge base is indexed, serves an agent, gains a source and a timetable, and goes',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const { project } = await cloud.projects.getDefault()
    const { models } = await cloud.genaiModels.list({ query: { usecases: ['MODEL_USECASE_KNOWLEDGEBASE'], per_page: 200 } })
    const model = models[0]?.uuid ?? ''
    const help = { web_crawler_data_source: { base_url: 'https://tidewater.example/help', crawling_option: 'PATH' } } as const
    const { knowledge_base: made } = await cloud.knowledgeBases.create({
      body: { name: 'shop-pages', embedding_model_uuid: model, project_id: project.id, region: 'tor1', datasources: [help] },
    })
    const path = { uuid: made.uuid }
    const of = { knowledge_base_uuid: made.uuid }
    await pass(3600)
    const ready = await cloud.knowledgeBases.get({ path })
    keeps(() => {
      assert.equal(ready.database_status, 'ONLINE')
      assert.equal(ready.knowledge_base.last_indexing_job?.status, 'INDEX_JOB_STATUS_COMPLETED')
    })
    await cloud.knowledgeBases.dataSources.create({ path: of, body: { spaces_data_source: { bucket_name: 'covers', region: 'nyc3' } } })
    const { knowledge_base_data_sources: sources } = await cloud.knowledgeBases.dataSources.list({ path: of })
    keeps(() => assert.equal(sources.length, 2))
    const { job } = await cloud.indexingJobs.create({ body: of })
    await refuses(409, () => cloud.indexingJobs.create({ body: of }))
    await pass(3600)
    const { job: ended } = await cloud.indexingJobs.get({ path: { uuid: job.uuid } })
    keeps(() => assert.equal(ended.status, 'INDEX_JOB_STATUS_COMPLETED'))
    const { indexing_info: schedule } = await cloud.indexingSchedules.create({ body: { ...of, days: [1, 3], time: '04:30' } })
    await refuses(409, () => cloud.indexingSchedules.create({ body: { ...of, days: [1], time: '04:30' } }))
    await cloud.indexingSchedules.delete({ path: { uuid: schedule.uuid } })
    await refuses(404, () => cloud.indexingSchedules.getByKnowledgeBase({ path: of }))

    const agents = await cloud.genaiModels.list({ query: { usecases: ['MODEL_USECASE_AGENT'], per_page: 200 } })
    const uses = agents.models.find(({ id }) => id === 'llama3.3-70b-instruct') ?? agents.models[0]
    const { agent } = await cloud.agents.create({
      body: {
        name: 'shop-assistant',
        instruction: 'You help customers.',
        model_uuid: uses?.uuid ?? '',
        project_id: project.id,
        region: 'tor1',
      },
    })
    await cloud.agents.knowledgeBases.attach({ path: { agent_uuid: agent.uuid, ...of } })
    const { agent: taught } = await cloud.agents.get({ path: { uuid: agent.uuid } })
    lists(taught.knowledge_bases, 'name', ['shop-pages'])
    await cloud.knowledgeBases.delete({ path })
    await refuses(404, () => cloud.knowledgeBases.get({ path }))
    const { agent: bare } = await cloud.agents.get({ path: { uuid: agent.uuid } })
    keeps(() => assert.deepEqual(bare.knowledge_bases ?? [], []))
  },
}
