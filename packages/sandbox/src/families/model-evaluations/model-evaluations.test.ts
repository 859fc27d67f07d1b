import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createDataset, upload } from '../../../test/create-dataset.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { Fields } from '../../../test/operation-at.ts'

const at = '/v2/gen-ai'
const runs = `${at}/model_evaluation_runs` as const
const presets = `${at}/model_evaluation_presets` as const
const none = '00000000-0000-4000-8000-000000000000'
const llama = 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97'
const prompts = `query\r\n${Array.from({ length: 12 }, (_, n) => `A novel about lighthouse ${n + 1}`).join('\r\n')}\r\n`

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

const minute = 60
const toTheEnd = (sandbox: TestSandbox) => sandbox.pass(2 * minute)

const it = plain.extend('request', ({ sandbox }) => createRequest(sandbox))

describe('model evaluation runs', () => {
  it('answers every prompt, scores the answers and summarizes them', async ({ frozen: sandbox }) => {
    const request = await createRequest(sandbox)
    const { status, body } = await sandbox.post(runs, request)
    expect(status, body.message).toBe(200)
    const path = `${runs}/${body.eval_run_uuid}` as const
    expect(body.run).toMatchObject({
      status: 'MODEL_EVALUATION_RUN_QUEUED',
      candidate_model_name: 'Llama 3.3 Instruct 70B',
      progress: { total_rows: 12, candidate_rows_evaluated: 0 },
    })
    expect(body.run).not.toHaveProperty('started_at')
    expect((await sandbox.get(`${path}/results/download_url`)).status).toBe(404)
    await sandbox.pass(11 + 30)
    expect((await sandbox.get(path)).body).toMatchObject({
      run: { status: 'MODEL_EVALUATION_RUN_RUNNING_DATASET', progress: { candidate_rows_evaluated: 0, judge_rows_evaluated: 0 } },
      results: [],
    })
    await sandbox.pass(40)
    expect((await sandbox.get(path)).body).toMatchObject({
      run: { status: 'MODEL_EVALUATION_RUN_EVALUATING_RESULTS', progress: { candidate_rows_evaluated: 12, judge_rows_evaluated: 0 } },
      results: expect.arrayContaining([expect.objectContaining({ metric_results: [] })]),
    })
    await toTheEnd(sandbox)
    const done = (await sandbox.get(`${path}?per_page=5`)).body
    expect(done).toMatchObject({
      run: { status: 'MODEL_EVALUATION_RUN_SUCCESSFUL', progress: { judge_rows_evaluated: 12 } },
      meta: { total: 12 },
    })
    expect(done.results).toHaveLength(5)
    expect(done.results[0].metric_results[0]).toMatchObject({ status: 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED' })
    const { result_summary: summary } = done.run
    const [metric] = summary.metric_summaries
    expect(metric.pass_count + metric.fail_count + metric.skipped_count).toBe(12)
    expect(summary).toMatchObject({
      overall_score_percent: metric.pass_percent,
      star_metric_summary: { threshold: 70 },
      total_duration_seconds: 90,
    })
    expect(summary.pricing.total_cost).toBeGreaterThan(0)
    const { download_url: url } = (await sandbox.get(`${path}/results/download_url`)).body
    const file = await (await sandbox.fetch(url)).text()
    expect(file.split('\r\n')).toHaveLength(14)
    expect(file).toContain(done.results[0].output.slice(0, 20))
  })

  it('evaluates a router by its fallback model', async ({ sandbox }) => {
    const policies = [{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'] }]
    const router = (
      await sandbox.post(`${at}/models/routers`, { name: 'shop-router', policies, fallback_models: ['llama3.3-70b-instruct'] })
    ).body.model_router
    const request = await createRequest(sandbox, {
      candidate_model_uuid: router.uuid,
      candidate_model_source: 'CANDIDATE_MODEL_SOURCE_ROUTER',
    })
    const { eval_run_uuid: uuid, run } = (await sandbox.post(runs, request)).body
    expect(run.candidate_model_name).toBe('shop-router')
    await toTheEnd(sandbox)
    const { result_summary: summary } = (await sandbox.get(`${runs}/${uuid}`)).body.run
    expect(summary.pricing.per_candidate_model_pricing).toMatchObject([{ model_name: 'shop-router', prompt_count: 12 }])
  })

  it('evaluates the model of a dedicated inference endpoint', async ({ sandbox }) => {
    const { vpc } = (await sandbox.post('/v2/vpcs', { name: 'models', region: 'nyc2' })).body
    const slug = 'mistral/mistral-7b-instruct-v3'
    const accelerators = [{ scale: 1, type: 'prefill_decode', accelerator_slug: 'gpu-h100x1-80gb' }] as const
    const deployments = [{ model_slug: slug, model_provider: 'hugging_face', accelerators }] as const
    const spec = {
      version: 1,
      name: 'r',
      region: 'nyc2',
      vpc: { uuid: vpc.id },
      enable_public_endpoint: true,
      model_deployments: deployments,
    } as const
    const { id } = (await sandbox.post('/v2/dedicated-inferences', { spec })).body.dedicated_inference
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
    const { eval_run_uuid: uuid } = (await sandbox.post(runs, await createRequest(sandbox))).body
    const path = `${runs}/${uuid}` as const
    await sandbox.pass(11 + 30)
    expect((await sandbox.delete(path)).status).toBe(409)
    const { run } = (await sandbox.put(`${path}/cancel`)).body
    expect(run).toMatchObject({ status: 'MODEL_EVALUATION_RUN_CANCELLING', progress: { candidate_rows_evaluated: 0 } })
    await sandbox.pass(6)
    expect((await sandbox.get(path)).body).toMatchObject({ run: { status: 'MODEL_EVALUATION_RUN_CANCELLED' }, meta: { total: 0 } })
    expect((await sandbox.put(`${path}/cancel`, {})).status).toBe(409)
    expect((await sandbox.patch(path, { name: 'Stopped' })).body.run).toMatchObject({
      name: 'Stopped',
      status: 'MODEL_EVALUATION_RUN_CANCELLED',
    })
    expect(await sandbox.delete(path)).toMatchObject({ status: 200, body: { status: 'DELETE_MODEL_EVALUATION_RUN_STATUS_SUCCESS' } })
    for (const gone of [path, `${path}/results/download_url`] as const) expect((await sandbox.get(gone)).status).toBe(404)
  })

  it('filters, searches and sorts runs', async ({ sandbox, request }) => {
    await sandbox.post(runs, { ...request, name: 'First' })
    await toTheEnd(sandbox)
    await sandbox.post(runs, { ...request, name: 'Second' })
    const names = async (query: string) => (await sandbox.get(`${runs}?${query}`)).body.runs.map(({ name }) => name)
    expect((await sandbox.get(runs)).body).toMatchObject({
      available_statuses: ['MODEL_EVALUATION_RUN_QUEUED', 'MODEL_EVALUATION_RUN_SUCCESSFUL'],
      available_candidate_types: ['CANDIDATE_MODEL_SOURCE_SERVERLESS'],
      meta: { total: 2 },
    })
    expect(await names('sort_direction=SORT_DIRECTION_ASC')).toEqual(['First', 'Second'])
    expect(await names('sort_by=MODEL_EVALUATION_RUN_SORT_FIELD_STATUS')).toEqual(['First', 'Second'])
    expect(await names('status=MODEL_EVALUATION_RUN_QUEUED')).toEqual(['Second'])
    expect(await names('statuses=MODEL_EVALUATION_RUN_QUEUED&statuses=MODEL_EVALUATION_RUN_SUCCESSFUL')).toEqual(['Second', 'First'])
    expect(await names('candidate_types=CANDIDATE_MODEL_SOURCE_ROUTER')).toEqual([])
    expect(await names('search=FIRST')).toEqual(['First'])
    expect(await names('search=blurb-PROMPTS')).toEqual(['Second', 'First'])
    expect(await names(`eval_preset_uuid=${none}`)).toEqual([])
  })

  it('rejects resources that do not exist or do not fit', async ({ sandbox, request }) => {
    const config = { scoring_prompt: 'Right?', requires_ground_truth: true }
    const strict = (await sandbox.post(`${at}/custom_evaluation_metrics`, { metric_name: 'Strict', config })).body.metric.metric_uuid
    const forAgents = (await sandbox.get(`${at}/evaluation_metrics`)).body.metrics[0].metric_uuid
    const refused: [object, number][] = [
      [{ candidate_model_uuid: none }, 404],
      [{ candidate_model_source: 'CANDIDATE_MODEL_SOURCE_ROUTER' }, 404],
      [{ candidate_model_uuid: '' }, 422],
      [{ judge_model_uuid: none }, 404],
      [{ judge_model_uuid: '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24' }, 422],
      [{ dataset_uuid: none }, 404],
      [{ dataset_uuid: await createDataset(sandbox, 'for agents') }, 422],
      [{ metric_uuids: [none] }, 404],
      [{ metric_uuids: [forAgents] }, 422],
      [{ metric_uuids: [strict], star_metric: undefined }, 422],
      [{ metric_uuids: null }, 422],
      [{ star_metric: { metric_uuid: strict } }, 422],
      [{ eval_preset_uuid: none }, 404],
      [{ save_as_preset: true }, 422],
    ]
    for (const [wrong, status] of refused)
      expect((await sandbox.post(runs, { ...request, ...wrong })).status, JSON.stringify(wrong)).toBe(status)
    expect((await sandbox.get(runs)).body.meta.total).toBe(0)
  })
})

describe('model evaluation presets', () => {
  it('stores the selected sections, and applies them to later runs', async ({ sandbox, request }) => {
    const sections = (['METRICS', 'JUDGE', 'DATASET'] as const).map((name) => `PRESET_SAVE_SECTION_${name}` as const)
    const { run } = (await sandbox.post(runs, { ...request, save_as_preset: true, preset_name: 'blurbs', preset_save_sections: sections }))
      .body
    expect(run.eval_preset_name).toBe('blurbs')
    const path = `${presets}/${run.eval_preset_uuid}` as const
    const { preset } = (await sandbox.get(path)).body
    expect(preset).toMatchObject({ name: 'blurbs', saved_sections: sections, judge_model_uuid: llama, dataset_uuid: request.dataset_uuid })
    expect(preset).not.toHaveProperty('candidate_model_uuid')
    expect((await sandbox.get(presets)).body).toMatchObject({ presets: [preset], meta: { total: 1 } })
    expect((await sandbox.post(runs, { ...request, save_as_preset: true, preset_name: 'blurbs' })).status).toBe(409)
    expect((await sandbox.post(runs, { name: 'No model', eval_preset_uuid: preset.eval_preset_uuid })).status).toBe(422)
    const second = await sandbox.post(runs, { name: 'Again', eval_preset_uuid: preset.eval_preset_uuid, candidate_model_uuid: llama })
    expect(second.body.run).toMatchObject({
      metrics: run.metrics,
      star_metric: run.star_metric,
      candidate_inference_config: {},
      eval_preset_name: 'blurbs',
    })
    expect((await sandbox.get(`${runs}?eval_preset_uuid=${preset.eval_preset_uuid}`)).body.meta.total).toBe(2)
    const [metric] = request.metric_uuids!
    expect((await sandbox.get(`${at}/model_evaluation_metrics`)).body.metrics.at(-1).associated_presets).toEqual([
      { eval_preset_uuid: preset.eval_preset_uuid, name: 'blurbs' },
    ])
    expect((await sandbox.delete(`${at}/custom_evaluation_metrics/${metric}`)).status).toBe(409)
    expect((await sandbox.delete(`${at}/evaluation_datasets/${request.dataset_uuid}`)).status).toBe(409)
    expect((await sandbox.delete(path)).status).toBe(204)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.delete(`${at}/custom_evaluation_metrics/${metric}`)).status).toBe(204)
    const kept = (await sandbox.get(`${runs}/${run.eval_run_uuid}`)).body.run
    expect(kept).toMatchObject({ eval_preset_name: 'blurbs', metrics: [{ custom_eval_config: { deleted_at: expect.any(String) } }] })
  })

  it('stores every section by default, and the instructions separately', async ({ sandbox, request }) => {
    expect((await sandbox.post(runs, { ...request, save_as_preset: false, preset_name: 'none' })).body.run).not.toHaveProperty(
      'eval_preset_uuid',
    )
    // A name without other fields requests it.
    const { run } = (await sandbox.post(runs, { ...request, preset_name: 'all' })).body
    const { preset } = (await sandbox.get(`${presets}/${run.eval_preset_uuid}`)).body
    expect(preset).toMatchObject({
      candidate_inference_config: { temperature: 0.8, max_tokens: 256 },
      candidate_system_prompt: 'You write short blurbs for books.',
    })
    expect(preset.candidate_inference_config).not.toHaveProperty('system_prompt')
    const second = await sandbox.post(runs, {
      name: 'Colder',
      eval_preset_uuid: preset.eval_preset_uuid,
      candidate_inference_config: { temperature: 0 },
    })
    expect(second.body.run.candidate_inference_config).toEqual({ ...request.candidate_inference_config, temperature: 0 })
  })

  it('creates a dataset from uploaded prompts', async ({ sandbox }) => {
    const file = await upload(sandbox, prompts, `${at}/model_evaluation/datasets/file_upload_presigned_urls`)
    const request = { name: 'prompts', dataset_type: 'EVALUATION_DATASET_TYPE_MODEL', file_upload_dataset: file } as const
    expect((await sandbox.post(`${at}/evaluation_datasets`, request)).status).toBe(200)
  })
})
