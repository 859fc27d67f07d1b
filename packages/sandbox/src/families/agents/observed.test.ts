import { expect } from 'vitest'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

async function findModel({ read }: ObservedSandbox, name: string) {
  const models: Json[] = await read('/v2/gen-ai/models?per_page=200')
  const { id: project_id } = await read('/v2/projects/default')
  return { project_id, region: 'tor1', uuid: models.find((model) => model.name === name).uuid }
}

async function createDataset({ create, ask, post }: ObservedSandbox): Promise<string> {
  const rows = 'query\n"{""question"":""Where is my order?""}"\n'
  const file = { file_name: 'help.csv', file_size: rows.length }
  const { body } = await post('/v2/gen-ai/evaluation_datasets/file_upload_presigned_urls', { files: [file] })
  const [{ presigned_url: url, object_key }] = body.uploads
  const { pathname, search } = new URL(url)
  await ask('PUT', `${pathname}${search}`, rows, { token: '', headers: { 'content-type': 'text/csv' } })
  const stored = { original_file_name: file.file_name, stored_object_key: object_key, size_in_bytes: rows.length }
  return create('/v2/gen-ai/evaluation_datasets', { name: 'help', file_upload_dataset: stored })
}

testObserved({
  'agents-01': async ({ get }) => {
    await shows(get('/v2/gen-ai/agents/helper'), { id: 'not_found', message: 'agent not found' })
    return get('/v2/gen-ai/agents/0f7d3c52-8a41-4c9e-b6d0-51e2a9f47c10')
  },
  'clients-18': ({ get }) => shows(get('/v2/gen-ai/models/routers?per_page=1000'), { model_routers: [] }),
  'clients-27': async (sandbox) => {
    const { uuid: embedding_model_uuid, ...place } = await findModel(sandbox, 'GTE Large EN v1.5')
    const datasources = [{ web_crawler_data_source: { base_url: 'https://help.tidewater.example', crawling_option: 'SCOPED' } }]
    const base = { name: 'shop-pages', ...place, embedding_model_uuid, datasources, tags: ['help'] }
    const { uuid } = await sandbox.create('/v2/gen-ai/knowledge_bases', base)
    const empty = { database_id: '', embedding_model_uuid: '', name: '', project_id: '', tags: null, uuid: '' }
    return shows(sandbox.put(`/v2/gen-ai/knowledge_bases/${uuid}`, empty), { knowledge_base: { name: 'shop-pages', tags: ['help'] } })
  },
  'clients-28': async (sandbox) => {
    const { uuid: model_uuid, ...place } = await findModel(sandbox, 'Llama 3.3 Instruct 70B')
    const { uuid } = await sandbox.create('/v2/gen-ai/agents', { name: 'helper', instruction: 'Help.', model_uuid, ...place })
    const { namespace } = await sandbox.create('/v2/functions/namespaces', { label: 'orders', region: 'tor1' })
    const input_schema = { parameters: [{ in: 'query', name: 'order', schema: { type: 'string' } }] }
    const target = { faas_name: 'default/orders', faas_namespace: namespace }
    const status = { function_name: 'order-status', description: 'Says where an order is.', ...target, input_schema }
    const path = `/v2/gen-ai/agents/${uuid}/functions`
    const { functions } = await sandbox.create(path, status)
    const output_schema = { properties: [{ name: 'state', type: 'string', description: 'Where it is' }] }
    const response = await sandbox.put(`${path}/${functions[0].uuid}`, { input_schema: { parameters: null }, output_schema })
    const [shown] = response.body.agent.functions
    expect([shown.input_schema, shown.output_schema]).toEqual([input_schema, output_schema])
    return response
  },
  'clients-31': async (sandbox) => {
    const [first, second] = ((await sandbox.read('/v2/gen-ai/evaluation_metrics')) as Json[]).map(({ metric_uuid }) => metric_uuid)
    const star_metric = { metric_uuid: first, success_threshold_pct: 80 }
    const sent = { name: 'help', dataset_uuid: await createDataset(sandbox), metrics: [first], star_metric }
    const { test_case_uuid } = await sandbox.create('/v2/gen-ai/evaluation_test_cases', sent)
    const changed = { ...sent, test_case_uuid, metrics: [first, second] }
    return shows(sandbox.put(`/v2/gen-ai/evaluation_test_cases/${test_case_uuid}`, changed), {
      evaluation_test_case: { metrics: [{ metric_uuid: first }, { metric_uuid: second }] },
    })
  },
})
