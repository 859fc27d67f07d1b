import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createDataset, questions, upload } from '../../../test/create-dataset.ts'
import { createTestSandbox, type TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

const at = '/v2/gen-ai'
const none = '00000000-0000-4000-8000-000000000000'

async function findMetric(sandbox: TestSandbox, name: string): Promise<string> {
  const { metrics } = (await sandbox.get(`${at}/evaluation_metrics`)).body
  return metrics.find((metric) => metric.metric_name === name).metric_uuid
}

async function createAgent(sandbox: TestSandbox): Promise<string> {
  const { project } = (await sandbox.get('/v2/projects/default')).body
  const agent = {
    name: 'shop-assistant',
    instruction: 'Help.',
    model_uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
    project_id: project.id,
    region: 'tor1',
  } as const
  const { status, body } = await sandbox.post(`${at}/agents`, agent)
  expect(status, body.message).toBe(200)
  return body.agent.uuid
}

async function createTestCase(sandbox: TestSandbox, more: Fields<`${typeof at}/evaluation_test_cases`> = {}) {
  const dataset = await createDataset(sandbox, `questions ${JSON.stringify(more)}`)
  const metrics = [
    await findMetric(sandbox, 'Correctness'),
    await findMetric(sandbox, 'Toxicity'),
    await findMetric(sandbox, 'Context adherence'),
  ] as const
  const star = { metric_uuid: metrics[0], success_threshold_pct: 1 } as const
  const request = {
    name: 'help-questions',
    description: 'What customers ask most',
    dataset_uuid: dataset,
    metrics,
    star_metric: star,
    ...more,
  } as const
  const { status, body } = await sandbox.post(`${at}/evaluation_test_cases`, request)
  expect(status, body.message).toBe(200)
  return { ...body.evaluation_test_case, metricIds: metrics }
}

const it = plain.extend('testCase', ({ sandbox }) => createTestCase(sandbox))

describe('evaluation datasets', () => {
  it('are uploaded, created, listed by type, downloaded and deleted', async ({ sandbox }) => {
    const uuid = await createDataset(sandbox, 'help-questions')
    await createDataset(sandbox, 'blurb-prompts', { type: 'MODEL' })
    expect((await sandbox.get(`${at}/evaluation_datasets`)).body.meta.total).toBe(2)
    const { evaluation_datasets: listed } = (await sandbox.get(`${at}/evaluation_datasets?dataset_type=EVALUATION_DATASET_TYPE_NON_ADK`))
      .body
    expect(listed).toMatchObject([
      { dataset_uuid: uuid, dataset_name: 'help-questions', row_count: 3, has_ground_truth: true, file_size: String(questions.length) },
    ])
    const path = `${at}/evaluation_datasets/${uuid}` as const
    const { download_url: url } = (await sandbox.get(`${path}/download_url`)).body
    expect(await (await sandbox.fetch(url)).text()).toBe(questions)
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.fetch(url)).status).toBe(404)
    expect((await sandbox.delete(path)).status).toBe(404)
    expect((await sandbox.get(`${path}/download_url`)).status).toBe(404)
  })

  it('accept files at their presigned URL for fifteen minutes, and keep unused files for a day', async ({ frozen: sandbox }) => {
    const ask = async () =>
      (await sandbox.post(`${at}/evaluation_datasets/file_upload_presigned_urls`, { files: [{ file_name: 'a.csv', file_size: '8' }] })).body
        .uploads[0]
    const put = async (url: string, body: string) => (await sandbox.fetch(url, { method: 'PUT', body })).status
    const { presigned_url: url, object_key: key } = await ask()
    expect(await put(url.replace(/signature=./, 'signature=x'), 'query\r\na')).toBe(403)
    expect(await put(url, 'query\r\nabc')).toBe(413)
    expect(await put(url, 'query\r\na')).toBe(200)
    await sandbox.pass(900)
    expect(await put(url, 'query\r\na')).toBe(403)
    await sandbox.pass(24 * 3600)
    const file = { original_file_name: 'a.csv', stored_object_key: key, size_in_bytes: '8' }
    expect((await sandbox.post(`${at}/evaluation_datasets`, { name: 'late', file_upload_dataset: file })).status).toBe(404)
  })

  it.for(['question\r\nWhat?', 'query,expected_response\r\nonly one', 'query', 'query\r\n"open', 'query\r\na"b'])(
    'are not created from %o',
    async (text, { sandbox }) => {
      const file = await upload(sandbox, text)
      expect((await sandbox.post(`${at}/evaluation_datasets`, { name: 'bad', file_upload_dataset: file })).status).toBe(422)
    },
  )

  it('require a unique name, and are kept while a test case uses them', async ({ sandbox, testCase }) => {
    const file = await upload(sandbox, questions)
    expect((await sandbox.post(`${at}/evaluation_datasets`, { name: testCase.dataset_name, file_upload_dataset: file })).status).toBe(409)
    expect((await sandbox.delete(`${at}/evaluation_datasets/${testCase.dataset_uuid}`)).status).toBe(409)
  })
})

describe('evaluation metrics', () => {
  it('are listed by rank for agents and models, custom metrics last', async ({ sandbox }) => {
    const config = { scoring_prompt: 'Give 100 to a text that sounds friendly.' }
    const made = await sandbox.post(`${at}/custom_evaluation_metrics`, { metric_name: 'Friendly tone', config })
    expect(made).toMatchObject({
      status: 200,
      body: { metric: { source: 'EVALUATION_METRIC_SOURCE_CUSTOM', range_max: 100, associated_presets: [] } },
    })
    const agents = (await sandbox.get(`${at}/evaluation_metrics`)).body.metrics
    expect(agents[0]).toMatchObject({ metric_name: 'Correctness', metric_rank: 1 })
    expect(agents.every((metric) => metric.evaluation_scope === 'EVALUATION_SCOPE_AGENT')).toBe(true)
    expect((await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics.at(-1)).toEqual(made.body.metric)
  })

  it('are updated in part and deleted if custom; platform metrics are read-only', async ({ sandbox }) => {
    const config = { scoring_prompt: 'Friendly?', requires_ground_truth: true }
    const path = `${at}/custom_evaluation_metrics` as const
    const { metric_uuid: uuid } = (await sandbox.post(path, { metric_name: 'Friendly tone', description: 'Tone', config })).body.metric
    expect((await sandbox.post(path, { metric_name: 'Friendly tone', config })).status).toBe(409)
    const { metric } = (await sandbox.put(`${path}/${uuid}`, { metric_name: 'Tone', config: { scoring_prompt: 'Warm?' } })).body
    expect(metric).toMatchObject({
      metric_name: 'Tone',
      description: 'Tone',
      custom_eval_config: { scoring_prompt: 'Warm?', requires_ground_truth: true },
    })
    const described = await sandbox.put(`${path}/${uuid}`, { description: 'How friendly a text sounds' })
    expect(described.body.metric).toMatchObject({ metric_name: 'Tone', description: 'How friendly a text sounds' })
    expect((await sandbox.put(`${path}/${uuid}`, { metric_name: 'Correctness' })).status).toBe(409)
    const builtin = await findMetric(sandbox, 'Correctness')
    expect((await sandbox.put(`${path}/${builtin}`, { description: 'Mine' })).status).toBe(404)
    expect((await sandbox.delete(`${path}/${builtin}`)).status).toBe(404)
    expect((await sandbox.delete(`${path}/${uuid}`)).status).toBe(204)
    expect((await sandbox.delete(`${path}/${uuid}`)).status).toBe(404)
  })
})

describe('evaluation test cases', () => {
  it('keep versions', async ({ sandbox, testCase: made }) => {
    expect(made).toMatchObject({
      version: 1,
      total_runs: 0,
      created_by_user_id: '1204817',
      updated_by_user_id: '1204817',
      created_by_user_email: 'maya@tidewater.example',
      star_metric: { name: 'Correctness', success_threshold: 1 },
    })
    const path = `${at}/evaluation_test_cases/${made.test_case_uuid}` as const
    const stricter = {
      star_metric: { metric_uuid: made.metricIds[0], success_threshold: 90 },
      metrics: { metric_uuids: [made.metricIds[0]] },
    } as const
    const changed = (await sandbox.put(path, stricter)).body
    expect(changed).toMatchObject({
      version: 2,
      evaluation_test_case: { name: 'help-questions', star_metric: { success_threshold_pct: 90 } },
    })
    expect(changed.evaluation_test_case.metrics).toHaveLength(1)
    expect((await sandbox.get(path)).body.evaluation_test_case).toMatchObject({
      version: 2,
      updated_by_user_id: '1204817',
      dataset: { row_count: 3, file_size: questions.length },
    })
    expect((await sandbox.get(`${path}?evaluation_test_case_version=1`)).body.evaluation_test_case.metrics).toHaveLength(3)
    expect((await sandbox.get(`${path}?evaluation_test_case_version=3`)).status).toBe(404)
    const { evaluation_test_cases: listed } = (await sandbox.get(`${at}/evaluation_test_cases`)).body
    expect(listed).toMatchObject([{ test_case_uuid: made.test_case_uuid, version: 2 }])
    expect(listed[0]).not.toHaveProperty('dataset')
    const bare = (await sandbox.put(path, { metrics: made.metricIds })).body
    expect(bare.evaluation_test_case.metrics.map(({ metric_uuid: uuid }) => uuid)).toEqual(made.metricIds)
  })

  it('reject resources that do not exist or do not fit', async ({ sandbox, testCase: made }) => {
    const models = await createDataset(sandbox, 'for models', { type: 'MODEL' })
    const { metric_uuid: forModels } = (await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics[0]
    const [correctness, toxicity] = made.metricIds
    const request = {
      name: 'other',
      dataset_uuid: made.dataset_uuid,
      metrics: [correctness],
      star_metric: { metric_uuid: correctness },
    } as const
    const refused: [object, number][] = [
      [{ dataset_uuid: none }, 404],
      [{ dataset_uuid: models }, 422],
      [{ metrics: [none] }, 404],
      [{ metrics: [correctness, forModels] }, 422],
      [{ star_metric: { metric_uuid: toxicity } }, 422],
      [{ star_metric: { metric_uuid: correctness, success_threshold: 101 } }, 422],
      [{ workspace_uuid: none }, 404],
      [{ agent_workspace_name: 'none' }, 404],
      [{ name: 'help-questions' }, 409],
    ]
    for (const [wrong, status] of refused)
      expect((await sandbox.post(`${at}/evaluation_test_cases`, { ...request, ...wrong })).status, JSON.stringify(wrong)).toBe(status)
    expect((await sandbox.post(`${at}/evaluation_test_cases`, request)).status).toBe(200)
    expect((await sandbox.put(`${at}/evaluation_test_cases/${made.test_case_uuid}`, { name: 'other' })).status).toBe(409)
    expect(
      (await sandbox.put(`${at}/evaluation_test_cases/${made.test_case_uuid}`, { metrics: { metric_uuids: [toxicity] } })).status,
    ).toBe(422)
  })

  it('belong to a workspace, by id or name', async ({ sandbox }) => {
    const { workspace } = (await sandbox.post(`${at}/workspaces`, { name: 'returns', agent_uuids: [] })).body
    await createTestCase(sandbox)
    const { test_case_uuid: uuid } = await createTestCase(sandbox, { workspace_uuid: workspace.uuid })
    const listed = (await sandbox.get(`${at}/workspaces/${workspace.uuid}/evaluation_test_cases`)).body.evaluation_test_cases
    expect(listed).toMatchObject([{ test_case_uuid: uuid }])
    const { metrics, star_metric: star, dataset_uuid } = listed[0]
    const duplicate = {
      name: 'help-questions',
      dataset_uuid,
      metrics: [metrics[0].metric_uuid],
      star_metric: star,
      agent_workspace_name: 'returns',
    }
    expect((await sandbox.post(`${at}/evaluation_test_cases`, duplicate)).status).toBe(409)
  })
})

describe('evaluation runs', () => {
  it('send every question to the agent, score the answers and decide', async ({ frozen: sandbox }) => {
    const testCase = await createTestCase(sandbox)
    const agent = await createAgent(sandbox)
    const request = { test_case_uuid: testCase.test_case_uuid, run_name: 'Before the sale', agent_uuids: [agent] } as const
    expect((await sandbox.post(`${at}/evaluation_runs`, request)).status).toBe(412)
    await sandbox.pass(80)
    const { status, body } = await sandbox.post(`${at}/evaluation_runs`, request)
    expect(status, body.message).toBe(200)
    const [uuid] = body.evaluation_run_uuids
    expect(body.evaluation_runs).toMatchObject([
      { status: 'EVALUATION_RUN_QUEUED', agent_uuid: agent, agent_deleted: false, run_level_metric_results: [] },
    ])
    expect(body.evaluation_runs[0]).not.toHaveProperty('started_at')
    const path = `${at}/evaluation_runs/${uuid}` as const
    expect((await sandbox.get(`${path}/results`)).body).toMatchObject({ prompts: [], meta: { total: 0 } })
    await sandbox.pass(11 + 40)
    expect((await sandbox.get(path)).body.evaluation_run.status).toBe('EVALUATION_RUN_RUNNING_DATASET')
    await sandbox.pass(25)
    const asked = (await sandbox.get(`${path}/results`)).body
    expect(asked).toMatchObject({ evaluation_run: { status: 'EVALUATION_RUN_EVALUATING_RESULTS' }, meta: { total: 3 } })
    expect(asked.prompts[0].prompt_level_metric_results).toEqual([])
    await sandbox.pass(31)
    const run = (await sandbox.get(path)).body.evaluation_run
    expect(run).toMatchObject({
      status: 'EVALUATION_RUN_SUCCESSFUL',
      pass_status: true,
      star_metric_result: { metric_name: 'Correctness', status: 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED' },
    })
    const states = run.run_level_metric_results.map((result) => result.status.replace('EVALUATION_METRIC_RESULT_STATUS_', ''))
    expect(states).toEqual(['COMPLETED', 'COMPLETED', 'SKIPPED'])
    const results = (await sandbox.get(`${path}/results?per_page=2`)).body
    expect(results).toMatchObject({
      meta: { total: 3 },
      prompts: [{ prompt_id: 1, input: 'How long may I take to return a book?', ground_truth: '30 days' }, { prompt_id: 2 }],
    })
    expect(results.links.pages.next).toContain('page=2')
    const { prompt } = (await sandbox.get(`${path}/results/3`)).body
    expect(prompt.prompt_level_metric_results[0].status).toBe('EVALUATION_METRIC_RESULT_STATUS_SKIPPED')
    expect(prompt.evaluation_trace_spans[0].spans.at(-1)).toMatchObject({
      type: 'TRACE_SPAN_TYPE_LLM',
      llm: { model: 'llama3.3-70b-instruct', num_input_tokens: Number(prompt.input_tokens) },
    })
    expect((await sandbox.get(`${path}/results/4`)).status).toBe(404)
    const runs = `${at}/evaluation_test_cases/${testCase.test_case_uuid}/evaluation_runs` as const
    expect((await sandbox.get(runs)).body).toMatchObject({ evaluation_runs: [{ evaluation_run_uuid: uuid }], meta: { total: 1 } })
    expect((await sandbox.get(`${runs}?evaluation_test_case_version=2`)).body.meta.total).toBe(0)
    expect((await sandbox.get(`${at}/evaluation_test_cases/${testCase.test_case_uuid}`)).body.evaluation_test_case).toMatchObject({
      total_runs: 1,
      latest_version_number_of_runs: 1,
    })
  })

  it('give the answers of the agent, equal on each run', async () => {
    const results = await Promise.all(
      [1, 2].map(async () => {
        const sandbox = createTestSandbox({ actionSeconds: 0 })
        const testCase = await createTestCase(sandbox)
        const agent = await createAgent(sandbox)
        const [uuid] = (await sandbox.post(`${at}/evaluation_runs`, { test_case_uuid: testCase.test_case_uuid, agent_uuids: [agent] })).body
          .evaluation_run_uuids
        const { prompts } = (await sandbox.get(`${at}/evaluation_runs/${uuid}/results`)).body
        const { secret_key: key } = (await sandbox.post(`${at}/agents/${agent}/api_keys`, { name: 'test' })).body.api_key_info
        const messages = [{ role: 'user', content: prompts[0].input }] as const
        const said = (await sandbox.post('/api/v1/chat/completions', { model: 'any', messages }, { token: key })).body
        expect(said.choices[0].message.content).toBe(prompts[0].output)
        return prompts
      }),
    )
    expect(results[0]).toEqual(results[1])
  })

  it('fail when the agent is deleted meanwhile, and require existing resources', async ({ sandbox, testCase }) => {
    const agent = await createAgent(sandbox)
    await sandbox.pass(80)
    const start = (body: Fields<`${typeof at}/evaluation_runs`>) =>
      sandbox.post(`${at}/evaluation_runs`, { test_case_uuid: testCase.test_case_uuid, ...body })
    expect((await start({})).status).toBe(422)
    expect((await start({ agent_uuids: [none] })).status).toBe(404)
    expect((await start({ agent_deployment_names: ['none'] })).status).toBe(404)
    expect((await start({ test_case_uuid: none, agent_uuids: [agent] })).status).toBe(404)
    const { name } = (await sandbox.get(`${at}/agents/${agent}`)).body.agent.deployment
    const [run] = (await start({ agent_deployment_names: [name] })).body.evaluation_runs
    expect(run).toMatchObject({ agent_deployment_name: name, run_name: 'help-questions run 1' })
    await sandbox.delete(`${at}/agents/${agent}`)
    await sandbox.pass(60)
    expect((await sandbox.get(`${at}/evaluation_runs/${run.evaluation_run_uuid}`)).body.evaluation_run).toMatchObject({
      status: 'EVALUATION_RUN_FAILED',
      agent_deleted: true,
      error_description: 'The agent was deleted.',
    })
  })
})
