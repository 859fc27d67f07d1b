import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createDataset, questions, upload } from '../../../test/create-dataset.ts'
import { createGenai, nobody } from '../../../test/fixtures.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

const at = '/v2/gen-ai'
const datasets = `${at}/evaluation_datasets` as const
const testCases = `${at}/evaluation_test_cases` as const
const correctness = '0e6c4f92-b15d-4a38-87e0-d3f92c61b5a7'
const toxicity = 'a40d92c6-57e8-4f13-8b6a-d2c19f30e574'

async function createTestCase(sandbox: TestSandbox, more: Fields<typeof testCases> = {}) {
  const request = {
    name: 'help-questions',
    dataset_uuid: await createDataset(sandbox, `questions ${JSON.stringify(more)}`),
    metrics: [correctness, toxicity],
    star_metric: { metric_uuid: correctness, success_threshold_pct: 60 },
    ...more,
  } as const
  const { status, body } = await sandbox.post(testCases, request)
  expect(status, body.message).toBe(200)
  return body.evaluation_test_case
}

const it = plain.extend('testCase', ({ sandbox }) => createTestCase(sandbox))

describe('evaluation datasets', () => {
  it('are listed by type, downloaded and deleted with their file', async ({ sandbox }) => {
    const uuid = await createDataset(sandbox, 'help-questions')
    await createDataset(sandbox, 'blurb-prompts', { type: 'MODEL' })
    expect((await sandbox.get(`${datasets}?dataset_type=EVALUATION_DATASET_TYPE_UNKNOWN`)).body.meta.total).toBe(2)
    expect((await sandbox.get(`${datasets}?dataset_type=EVALUATION_DATASET_TYPE_NON_ADK`)).body.evaluation_datasets).toMatchObject([
      { dataset_uuid: uuid, dataset_name: 'help-questions', row_count: 3, has_ground_truth: true, file_size: String(questions.length) },
    ])
    const { download_url: url } = (await sandbox.get(`${datasets}/${uuid}/download_url`)).body
    expect(await (await sandbox.fetch(url)).text()).toBe(questions)
    await sandbox.delete(`${datasets}/${uuid}`)
    expect((await sandbox.fetch(url)).status).toBe(404)
  })

  it('accept files at their presigned URL for fifteen minutes, and keep unused files for a day', async ({ frozen: sandbox }) => {
    const { body } = await sandbox.post(`${datasets}/file_upload_presigned_urls`, { files: [{ file_name: 'a.csv', file_size: '8' }] })
    const [{ presigned_url: url, object_key: key }] = body.uploads
    const put = async (address: string, text: string) => (await sandbox.fetch(address, { method: 'PUT', body: text })).status
    expect(await put(url.replace(/signature=./, 'signature=x'), 'query\r\na')).toBe(403)
    expect(await put(url, 'query\r\nabc')).toBe(413)
    expect(await put(url, 'query\r\na')).toBe(200)
    await sandbox.pass(900)
    expect(await put(url, 'query\r\na')).toBe(403)
    await sandbox.pass(24 * 3600)
    const file = { original_file_name: 'a.csv', stored_object_key: key, size_in_bytes: '8' }
    expect((await sandbox.post(datasets, { name: 'late', file_upload_dataset: file })).status).toBe(404)
  })

  it('may be JSON Lines with the columns for models, of a size that is sent as a number', async ({ sandbox }) => {
    const text = '{"input": "A ferry", "ground_truth": "Busy"}\n\n{"input": {"text": "A lighthouse"}}\n'
    const sent = { file_name: 'prompts.jsonl', file_size: text.length }
    const { body } = await sandbox.post(`${at}/model_evaluation/datasets/file_upload_presigned_urls`, { files: [sent] })
    const [{ object_key: key, presigned_url: url }] = body.uploads
    await sandbox.fetch(url, { method: 'PUT', body: text })
    const file = { original_file_name: 'prompts.jsonl', stored_object_key: key, size_in_bytes: text.length }
    await sandbox.post(datasets, { name: 'prompts', file_upload_dataset: file })
    expect((await sandbox.get(datasets)).body.evaluation_datasets).toMatchObject([{ row_count: 2, has_ground_truth: true }])
  })

  it.for(['question\r\nWhat?', 'query,expected_response\r\nonly one', 'query', 'query\r\n"open', 'query\r\na"b', '\r\n'])(
    'are not created from %o',
    async (text, { sandbox }) => {
      const file = await upload(sandbox, text)
      expect((await sandbox.post(datasets, { name: 'bad', file_upload_dataset: file })).status).toBe(422)
    },
  )

  it('require a unique name, and are kept while a test case uses them', async ({ sandbox, testCase }) => {
    const file = await upload(sandbox, questions)
    expect((await sandbox.post(datasets, { name: testCase.dataset_name, file_upload_dataset: file })).status).toBe(409)
    expect((await sandbox.delete(`${datasets}/${testCase.dataset_uuid}`)).status).toBe(409)
  })
})

describe('evaluation metrics', () => {
  it('are listed by rank for agents and models, custom metrics last', async ({ sandbox }) => {
    const config = { scoring_prompt: 'Give 100 to a text that sounds friendly.' }
    const created = await sandbox.post(`${at}/custom_evaluation_metrics`, { metric_name: 'Friendly tone', config })
    expect(created.body.metric).toMatchObject({ source: 'EVALUATION_METRIC_SOURCE_CUSTOM', range_max: 100, associated_presets: [] })
    const agents = (await sandbox.get(`${at}/evaluation_metrics`)).body.metrics
    expect(agents[0]).toMatchObject({ metric_name: 'Correctness', metric_rank: 1 })
    expect(new Set(agents.map((metric) => metric.evaluation_scope))).toEqual(new Set(['EVALUATION_SCOPE_AGENT']))
    expect((await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics.at(-1)).toEqual(created.body.metric)
  })

  it('are updated in part if custom; platform metrics are read-only', async ({ sandbox }) => {
    const path = `${at}/custom_evaluation_metrics` as const
    const config = { scoring_prompt: 'Friendly?', requires_ground_truth: true }
    const { metric_uuid: uuid } = (await sandbox.post(path, { metric_name: 'Friendly', description: 'Tone', config })).body.metric
    const { metric } = (await sandbox.put(`${path}/${uuid}`, { metric_name: 'Tone', config: { scoring_prompt: 'Warm?' } })).body
    expect(metric).toMatchObject({
      metric_name: 'Tone',
      description: 'Tone',
      custom_eval_config: { scoring_prompt: 'Warm?', requires_ground_truth: true },
    })
    expect((await sandbox.put(`${path}/${uuid}`, { metric_name: 'Correctness' })).status).toBe(409)
    expect((await sandbox.put(`${path}/${correctness}`, { description: 'Mine' })).status).toBe(404)
    expect((await sandbox.delete(`${path}/${correctness}`)).status).toBe(404)
  })
})

describe('evaluation test cases', () => {
  it('keep versions', async ({ sandbox, testCase }) => {
    expect(testCase).toMatchObject({ version: 1, star_metric: { name: 'Correctness', success_threshold: 60 } })
    const path = `${testCases}/${testCase.test_case_uuid}` as const
    const stricter = { star_metric: { metric_uuid: toxicity, success_threshold: 90 }, metrics: { metric_uuids: [toxicity] } }
    const { version, evaluation_test_case: changed } = (await sandbox.put(path, stricter)).body
    expect([version, changed.star_metric.success_threshold_pct, changed.metrics.length]).toEqual([2, 90, 1])
    expect((await sandbox.get(path)).body.evaluation_test_case).toMatchObject({ version: 2, dataset: { file_size: questions.length } })
    expect((await sandbox.get(`${path}?evaluation_test_case_version=1`)).body.evaluation_test_case.metrics).toHaveLength(2)
    expect((await sandbox.get(`${path}?evaluation_test_case_version=3`)).status).toBe(404)
    const { evaluation_test_cases: listed } = (await sandbox.get(testCases)).body
    expect(listed).toMatchObject([{ test_case_uuid: testCase.test_case_uuid, version: 2 }])
    expect(listed[0]).not.toHaveProperty('dataset')
  })

  it('reject resources that do not exist or do not fit', async ({ sandbox, testCase }) => {
    const { metric_uuid: metric } = (await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics[0]
    const { name, dataset_uuid } = testCase
    const request = { name: 'other', dataset_uuid, metrics: [correctness], star_metric: { metric_uuid: correctness } } as const
    const refused: [object, number][] = [
      [{ dataset_uuid: nobody }, 404],
      [{ dataset_uuid: await createDataset(sandbox, 'for models', { type: 'MODEL' }) }, 422],
      [{ metrics: [nobody] }, 404],
      [{ metrics: [correctness, metric] }, 422],
      [{ star_metric: { metric_uuid: toxicity } }, 422],
      [{ star_metric: { metric_uuid: correctness, success_threshold: 101 } }, 422],
      [{ workspace_uuid: nobody }, 404],
      [{ agent_workspace_name: 'none' }, 404],
      [{ name }, 409],
    ]
    for (const [wrong, status] of refused)
      expect((await sandbox.post(testCases, { ...request, ...wrong })).status, JSON.stringify(wrong)).toBe(status)
  })

  it('belong to a workspace, by id or name', async ({ sandbox, testCase }) => {
    const { workspace } = (await sandbox.post(`${at}/workspaces`, { name: 'returns', agent_uuids: [] })).body
    const { test_case_uuid: uuid } = await createTestCase(sandbox, { workspace_uuid: workspace.uuid })
    const listing = (await sandbox.get(`${at}/workspaces/${workspace.uuid}/evaluation_test_cases`)).body.evaluation_test_cases
    expect(listing).toMatchObject([{ test_case_uuid: uuid }])
    const { name, dataset_uuid, star_metric } = testCase
    const duplicate = { name, dataset_uuid, star_metric, metrics: [correctness], agent_workspace_name: 'returns' } as const
    expect((await sandbox.post(testCases, duplicate)).status).toBe(409)
  })
})

describe('evaluation runs', () => {
  it('send every question to the agent, score the answers and decide', async () => {
    const sandbox = await createGenai()
    const testCase = await createTestCase(sandbox)
    const agent = await sandbox.makeAgent()
    const request = { test_case_uuid: testCase.test_case_uuid, agent_uuids: [agent.uuid] } as const
    expect((await sandbox.post(`${at}/evaluation_runs`, request)).status).toBe(412)
    await sandbox.pass(80)
    const { evaluation_runs: created } = (await sandbox.post(`${at}/evaluation_runs`, request)).body
    expect(created).toMatchObject([{ status: 'EVALUATION_RUN_QUEUED', run_name: 'help-questions run 1', run_level_metric_results: [] }])
    expect(created[0]).not.toHaveProperty('started_at')
    const path = `${at}/evaluation_runs/${created[0].evaluation_run_uuid}` as const
    await sandbox.pass(10)
    expect((await sandbox.get(`${path}/results`)).body).toMatchObject({ prompts: [], meta: { total: 0 } })
    await sandbox.pass(60)
    const results = (await sandbox.get(`${path}/results`)).body
    expect(results).toMatchObject({ evaluation_run: { status: 'EVALUATION_RUN_EVALUATING_RESULTS' }, meta: { total: 3 } })
    expect(results.prompts[0].prompt_level_metric_results).toEqual([])
    await sandbox.pass(30)
    expect((await sandbox.get(path)).body.evaluation_run).toMatchObject({
      status: 'EVALUATION_RUN_SUCCESSFUL',
      pass_status: true,
      star_metric_result: { metric_name: 'Correctness', number_value: 80 },
      run_level_metric_results: [{ number_value: 80 }, { number_value: 20 }],
    })
    const { prompts } = (await sandbox.get(`${path}/results?per_page=2`)).body
    expect(prompts).toMatchObject([
      { prompt_id: 1, input: 'How long may I take to return a book?', ground_truth: '30 days' },
      { prompt_id: 2 },
    ])
    expect((await sandbox.get(`${path}/results/1`)).body.prompt).toMatchObject({ ...prompts[0], evaluation_trace_spans: [{ spans: [] }] })
    const { prompt_level_metric_results: unanswerable } = (await sandbox.get(`${path}/results/3`)).body.prompt
    expect(unanswerable).toMatchObject([{ status: 'EVALUATION_METRIC_RESULT_STATUS_SKIPPED' }, { number_value: 20 }])
    const runs = `${testCases}/${testCase.test_case_uuid}/evaluation_runs` as const
    expect((await sandbox.get(`${runs}?evaluation_test_case_version=1`)).body.meta.total).toBe(1)
    expect((await sandbox.get(`${runs}?evaluation_test_case_version=2`)).body.meta.total).toBe(0)
    expect((await sandbox.get(`${testCases}/${testCase.test_case_uuid}`)).body.evaluation_test_case.total_runs).toBe(1)
  })

  it.for([
    ['query,expected_response\r\nWhy did it fail?,yes', 'EVALUATION_RUN_SUCCESSFUL'],
    ['query,expected_response\r\n,yes\r\nWhy did it fail?,yes', 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL'],
  ])('do not pass with questions that contain the word "fail": %o', async ([text, status]) => {
    const sandbox = await createGenai({ actionSeconds: 0 })
    const dataset = await createDataset(sandbox, 'failing', { text: text! })
    const { test_case_uuid } = await createTestCase(sandbox, { dataset_uuid: dataset })
    const { uuid: agent } = await sandbox.makeAgent()
    const { evaluation_run_uuids: ids } = (await sandbox.post(`${at}/evaluation_runs`, { test_case_uuid, agent_uuids: [agent] })).body
    expect((await sandbox.get(`${at}/evaluation_runs/${ids[0]}`)).body.evaluation_run).toMatchObject({ status, pass_status: false })
  })

  it('fail when the agent is deleted meanwhile, and require existing resources', async () => {
    const sandbox = await createGenai()
    const { test_case_uuid } = await createTestCase(sandbox)
    const { uuid } = await sandbox.makeAgent()
    await sandbox.pass(80)
    const start = (body: Fields<`${typeof at}/evaluation_runs`>) => sandbox.post(`${at}/evaluation_runs`, { test_case_uuid, ...body })
    expect((await start({})).status).toBe(422)
    expect((await start({ agent_deployment_names: ['none'] })).status).toBe(404)
    const { name } = (await sandbox.get(`${at}/agents/${uuid}`)).body.agent.deployment
    const [run] = (await start({ agent_deployment_names: [name] })).body.evaluation_runs
    await sandbox.delete(`${at}/agents/${uuid}`)
    expect((await sandbox.get(`${at}/evaluation_runs/${run.evaluation_run_uuid}`)).body.evaluation_run).toMatchObject({
      status: 'EVALUATION_RUN_FAILED',
      agent_deleted: true,
      error_description: 'The agent was deleted.',
    })
  })
})
