import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createDataset } from '../../../test/create-dataset.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import { gte, llama, nobody } from '../../../test/fixtures.ts'
import type { Fields } from '../../../test/operation-at.ts'

const at = '/v2/gen-ai'
const runs = `${at}/model_evaluation_runs` as const
const presets = `${at}/model_evaluation_presets` as const
const prompts = 'query\r\nA novel about a lighthouse\r\nA novel about a ferry that fails\r\n'

async function createRequest(sandbox: TestSandbox, more: Fields<typeof runs> = {}) {
  const dataset = await createDataset(sandbox, `blurb-prompts ${JSON.stringify(more)}`, { text: prompts, type: 'MODEL' })
  const config = { scoring_prompt: 'Give 100 to a text that sounds friendly.' }
  const own = (await sandbox.post(`${at}/custom_evaluation_metrics`, { metric_name: `Tone ${JSON.stringify(more)}`, config })).body.metric
  return {
    name: 'Blurbs with Llama',
    candidate_model_uuid: llama,
    candidate_inference_config: { system_prompt: 'You write short blurbs for books.', temperature: 0.8, max_tokens: 256 },
    judge_model_uuid: llama,
    dataset_uuid: dataset,
    metric_uuids: [own.metric_uuid],
    star_metric: { metric_uuid: own.metric_uuid, success_threshold_pct: 70 },
    ...more,
  }
}

const it = plain.extend('request', ({ sandbox }) => createRequest(sandbox))

describe('model evaluation runs', () => {
  it('answers every prompt, scores the answers and summarizes them', async ({ frozen: sandbox }) => {
    const { body } = await sandbox.post(runs, await createRequest(sandbox))
    const path = `${runs}/${body.eval_run_uuid}` as const
    const progress = { total_rows: 2, candidate_rows_evaluated: 0, judge_rows_evaluated: 0 }
    expect(body.run).toMatchObject({ status: 'MODEL_EVALUATION_RUN_QUEUED', candidate_model_name: 'Llama 3.3 Instruct 70B', progress })
    expect(body.run).not.toHaveProperty('started_at')
    expect((await sandbox.get(`${path}/results/download_url`)).status).toBe(404)
    await sandbox.pass(10)
    expect((await sandbox.get(path)).body).toMatchObject({ run: { status: 'MODEL_EVALUATION_RUN_RUNNING_DATASET', progress }, results: [] })
    await sandbox.pass(60)
    expect((await sandbox.get(path)).body).toMatchObject({
      run: { status: 'MODEL_EVALUATION_RUN_EVALUATING_RESULTS', progress: { ...progress, candidate_rows_evaluated: 2 } },
      results: [{ metric_results: [] }, {}],
    })
    await sandbox.pass(30)
    const done = (await sandbox.get(`${path}?per_page=1`)).body
    expect(done).toMatchObject({
      run: { status: 'MODEL_EVALUATION_RUN_SUCCESSFUL', progress: { judge_rows_evaluated: 2 } },
      meta: { total: 2 },
    })
    expect(done.results).toMatchObject([{ metric_results: [{ number_value: 80 }] }])
    const { result_summary: summary } = done.run
    expect(summary).toMatchObject({
      overall_score_percent: 50,
      star_metric_summary: { threshold: 70 },
      metric_summaries: [{ pass_count: 1, fail_count: 1, skip_percent: 0 }],
      total_duration_seconds: 90,
    })
    expect(summary.pricing.total_cost).toBeGreaterThan(0)
    const { download_url: url } = (await sandbox.get(`${path}/results/download_url`)).body
    const file = await (await sandbox.fetch(url)).text()
    expect(file.split('\n')).toHaveLength(4)
    expect(file).toContain(done.results[0].output)
  })

  it('evaluates a router', async ({ sandbox }) => {
    const policies = [{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'] }]
    const router = { name: 'shop-router', policies, fallback_models: ['llama3.3-70b-instruct'] }
    const { uuid } = (await sandbox.post(`${at}/models/routers`, router)).body.model_router
    const source = 'CANDIDATE_MODEL_SOURCE_ROUTER'
    const request = await createRequest(sandbox, { candidate_model_uuid: uuid, candidate_model_source: source })
    expect((await sandbox.post(runs, request)).body.run.candidate_model_name).toBe('shop-router')
  })

  it('evaluates the model of a dedicated inference endpoint', async ({ sandbox }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'models', region: 'nyc2' })).body
    const slug = 'mistral/mistral-7b-instruct-v3'
    const accelerators = [{ scale: 1, type: 'prefill_decode', accelerator_slug: 'gpu-h100x1-80gb' }] as const
    const deployments = [{ model_slug: slug, model_provider: 'hugging_face', accelerators }] as const
    const place = { version: 1, name: 'r', region: 'nyc2', vpc: { uuid: vpc.id }, enable_public_endpoint: true } as const
    const { id } = (await sandbox.post('/v2/dedicated-inferences', { spec: { ...place, model_deployments: deployments } })).body
      .dedicated_inference
    const request = await createRequest(sandbox, {
      candidate_model_uuid: id,
      candidate_model_name: slug,
      candidate_model_source: 'CANDIDATE_MODEL_SOURCE_DEDICATED',
    })
    expect((await sandbox.post(runs, request)).status).toBe(404)
    await sandbox.pass(70)
    expect((await sandbox.post(runs, request)).body.run).toMatchObject({ candidate_model_uuid: id, candidate_model_name: slug })
  })

  it('cancels, renames and deletes runs', async ({ frozen: sandbox }) => {
    const path = `${runs}/${(await sandbox.post(runs, await createRequest(sandbox))).body.eval_run_uuid}` as const
    await sandbox.pass(11)
    expect((await sandbox.delete(path)).status).toBe(409)
    expect((await sandbox.put(`${path}/cancel`)).body.run.status).toBe('MODEL_EVALUATION_RUN_CANCELLING')
    await sandbox.pass(6)
    expect((await sandbox.get(path)).body).toMatchObject({ run: { status: 'MODEL_EVALUATION_RUN_CANCELLED' }, meta: { total: 0 } })
    expect((await sandbox.put(`${path}/cancel`, {})).status).toBe(409)
    expect((await sandbox.patch(path, { name: 'Stopped' })).body.run.name).toBe('Stopped')
    expect((await sandbox.delete(path)).status).toBe(200)
  })

  it('filters, searches and sorts runs', async ({ sandbox, request }) => {
    await sandbox.post(runs, { ...request, name: 'First' })
    await sandbox.pass(120)
    await sandbox.post(runs, { ...request, name: 'Second' })
    const names = async (query: string) => (await sandbox.get(`${runs}?${query}`)).body.runs.map(({ name }) => name)
    expect((await sandbox.get(runs)).body).toMatchObject({
      available_statuses: ['MODEL_EVALUATION_RUN_QUEUED', 'MODEL_EVALUATION_RUN_SUCCESSFUL'],
      available_candidate_types: ['CANDIDATE_MODEL_SOURCE_SERVERLESS'],
    })
    expect(await names('sort_direction=SORT_DIRECTION_ASC')).toEqual(['First', 'Second'])
    expect(await names('sort_by=MODEL_EVALUATION_RUN_SORT_FIELD_STATUS')).toEqual(['First', 'Second'])
    expect(await names('status=MODEL_EVALUATION_RUN_QUEUED')).toEqual(['Second'])
    expect(await names('status=MODEL_EVALUATION_RUN_QUEUED&statuses=MODEL_EVALUATION_RUN_SUCCESSFUL')).toEqual(['Second', 'First'])
    expect(await names('candidate_types=CANDIDATE_MODEL_SOURCE_ROUTER')).toEqual([])
    expect(await names('search=blurb-PROMPTS')).toEqual(['Second', 'First'])
    expect(await names(`eval_preset_uuid=${nobody}`)).toEqual([])
  })

  it('rejects resources that do not exist or do not fit', async ({ sandbox, request }) => {
    const config = { scoring_prompt: 'Right?', requires_ground_truth: true }
    const strict = (await sandbox.post(`${at}/custom_evaluation_metrics`, { metric_name: 'Strict', config })).body.metric.metric_uuid
    const forAgents = (await sandbox.get(`${at}/evaluation_metrics`)).body.metrics[0].metric_uuid
    const refused: [object, number][] = [
      [{ candidate_model_uuid: nobody }, 404],
      [{ candidate_model_source: 'CANDIDATE_MODEL_SOURCE_ROUTER' }, 404],
      [{ candidate_model_uuid: '' }, 422],
      [{ judge_model_uuid: nobody }, 404],
      [{ judge_model_uuid: gte }, 422],
      [{ dataset_uuid: nobody }, 404],
      [{ dataset_uuid: await createDataset(sandbox, 'for agents') }, 422],
      [{ metric_uuids: [nobody] }, 404],
      [{ metric_uuids: [forAgents] }, 422],
      [{ metric_uuids: [strict], star_metric: undefined }, 422],
      [{ metric_uuids: null }, 422],
      [{ star_metric: { metric_uuid: strict } }, 422],
      [{ eval_preset_uuid: nobody }, 404],
      [{ save_as_preset: true }, 422],
    ]
    for (const [wrong, status] of refused)
      expect((await sandbox.post(runs, { ...request, ...wrong })).status, JSON.stringify(wrong)).toBe(status)
  })
})

describe('model evaluation presets', () => {
  it('stores the selected sections, and applies them to later runs', async ({ sandbox, request }) => {
    const sections = (['METRICS', 'JUDGE', 'DATASET'] as const).map((name) => `PRESET_SAVE_SECTION_${name}` as const)
    const saved = { ...request, save_as_preset: true, preset_name: 'blurbs', preset_save_sections: sections }
    const { run } = (await sandbox.post(runs, saved)).body
    const path = `${presets}/${run.eval_preset_uuid}` as const
    const { preset } = (await sandbox.get(path)).body
    expect(preset).toMatchObject({ name: 'blurbs', saved_sections: sections, judge_model_uuid: llama, dataset_uuid: request.dataset_uuid })
    expect(preset).not.toHaveProperty('candidate_model_uuid')
    expect((await sandbox.post(runs, saved)).status).toBe(409)
    expect((await sandbox.post(runs, { name: 'No model', eval_preset_uuid: preset.eval_preset_uuid })).status).toBe(422)
    const second = await sandbox.post(runs, { name: 'Again', eval_preset_uuid: preset.eval_preset_uuid, candidate_model_uuid: llama })
    const { metrics, star_metric } = run
    expect(second.body.run).toMatchObject({ metrics, star_metric, candidate_inference_config: {}, eval_preset_name: 'blurbs' })
    const metric = `${at}/custom_evaluation_metrics/${request.metric_uuids![0]!}` as const
    expect((await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics.at(-1).associated_presets).toEqual([
      { eval_preset_uuid: preset.eval_preset_uuid, name: 'blurbs' },
    ])
    expect((await sandbox.delete(metric)).status).toBe(409)
    expect((await sandbox.delete(`${at}/evaluation_datasets/${request.dataset_uuid}`)).status).toBe(409)
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.delete(metric)).status).toBe(204)
    const [used] = (await sandbox.get(`${runs}/${run.eval_run_uuid}`)).body.run.metrics
    expect(used.custom_eval_config).toHaveProperty('deleted_at')
  })

  it('stores every section by default, and the instructions separately', async ({ sandbox, request }) => {
    const unsaved = (await sandbox.post(runs, { ...request, save_as_preset: false, preset_name: 'none' })).body.run
    expect(unsaved).not.toHaveProperty('eval_preset_uuid')
    // A name without other fields requests it.
    const { run } = (await sandbox.post(runs, { ...request, preset_name: 'all' })).body
    const { preset } = (await sandbox.get(`${presets}/${run.eval_preset_uuid}`)).body
    expect(preset.candidate_system_prompt).toBe('You write short blurbs for books.')
    expect(preset.candidate_inference_config).toEqual({ temperature: 0.8, max_tokens: 256 })
    const colder = { name: 'Colder', eval_preset_uuid: preset.eval_preset_uuid, candidate_inference_config: { temperature: 0 } }
    const { candidate_inference_config: config } = (await sandbox.post(runs, colder)).body.run
    expect(config).toEqual({ ...request.candidate_inference_config, temperature: 0 })
  })
})
