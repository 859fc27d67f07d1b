import { describe, expect } from 'vitest'
import { gte, llama, createGenai, nobody } from '../../../test/fixtures.ts'
import type { SandboxOptions } from '../../options.ts'
import { it as plain } from '../../../test/it.ts'
import { lateOrder, createSet, sets } from '../../../test/create-scenarios.ts'
import type { Fields, Known } from '../../../test/operation-at.ts'

const runs = '/v2/gen-ai/simulation_runs'
const helpfulness = 'c1f70a96-8e35-4d2b-9470-3b6a5ed8f21c'
const toxicity = 'a40d92c6-57e8-4f13-8b6a-d2c19f30e574'
const correctness = '0e6c4f92-b15d-4a38-87e0-d3f92c61b5a7'

/** Creates a deployed agent and a set with three journeys. */
async function createScene(options: SandboxOptions = {}) {
  const sandbox = await createGenai(options)
  const agent = await sandbox.makeAgent()
  const set = await createSet(sandbox)
  const request = (more: Fields<typeof runs> = {}) => ({
    scenario_set_uuid: set.scenario_set_uuid,
    agent_config: { agent_uuid: agent.uuid },
    ...more,
  })
  await sandbox.pass(80)
  return {
    ...sandbox,
    agent,
    set,
    request,
    start: async (more: Fields<typeof runs> = {}) => {
      const { status, body } = await sandbox.post(runs, request(more))
      expect(status, body.message).toBe(200)
      return body.simulation_run
    },
    read: async <const Path extends string>(path: Known<'get', Path>) => (await sandbox.get<Path>(path)).body,
  }
}

const it = plain.extend('scene', () => createScene())

describe('simulation runs', () => {
  it('runs every scenario as often as the budget allows, and judges each journey', async ({ scene: { start, read, pass, set, agent } }) => {
    const run = await start()
    expect(run).toMatchObject({
      name: 'returns-and-orders run 1',
      status: 'SIMULATION_RUN_STATUS_PENDING',
      agent_config: { agent_deployment_uuid: agent.deployment.uuid, name: agent.name },
      judge_model_uuid: llama,
      scenario_count: 2,
      total_journeys: 3,
      journeys_finished: 0,
    })
    const path = `${runs}/${run.run_uuid}` as const
    const { journeys: waiting } = await read(`${path}/journeys`)
    expect(waiting.map(({ status }) => status)).toEqual(Array(3).fill('SIMULATION_JOURNEY_STATUS_PREPARING'))
    const trajectory = `${path}/journeys/${waiting[0].journey_uuid}/trajectory` as const
    expect((await read(trajectory)).id).toBe('not_found')
    await pass(10)
    expect((await read(`${path}/journeys`)).available_statuses).toEqual(['SIMULATION_JOURNEY_STATUS_RUNNING'])
    expect((await read(trajectory)).trajectory).toMatchObject({ status: 'SIMULATION_TRAJECTORY_STATUS_RUNNING', turn_count: 0 })
    expect((await read(`${trajectory}_url`)).id).toBe('not_found')
    await pass(60)
    const { simulation_run: done, scenario_results: results } = await read(path)
    const { journeys } = await read(`${path}/journeys`)
    expect(done).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_SUCCEEDED',
      journeys_finished: 3,
      result_summary: { verdict_counts: { success_count: 3, failure_count: 0, inconclusive_count: 0 }, total_duration_sec: '180' },
    })
    const tokens = journeys.map(({ token_usage: usage }) => Number(usage.total_tokens))
    expect(Number(done.result_summary.token_usage.total_tokens)).toBe(tokens[0]! + tokens[1]! + tokens[2]!)
    expect(results).toMatchObject([
      { total_journeys: 2, journeys_finished: 2, verdict_counts: { success_count: 2 } },
      { total_journeys: 1 },
    ])
    const { scenarios } = await read(`${sets}/${set.scenario_set_uuid}/scenarios`)
    expect(results.map(({ scenario_uuid: uuid }) => uuid)).toEqual(scenarios.map(({ scenario_uuid: uuid }) => uuid))
  })

  it('returns trajectories, and downloads them until the run is deleted', async ({
    scene: { start, read, pass, fetch, delete: remove },
  }) => {
    const { run_uuid: uuid } = await start()
    await pass(80)
    const [journey] = (await read(`${runs}/${uuid}/journeys`)).journeys
    const own = `${runs}/${uuid}/journeys/${journey.journey_uuid}` as const
    const { trajectory } = await read(`${own}/trajectory`)
    const { verdict, judge_reasoning: reasoning, token_usage } = journey
    expect(trajectory).toMatchObject({
      status: 'SIMULATION_TRAJECTORY_STATUS_COMPLETED',
      verdict,
      judge: { verdict, reasoning },
      duration_sec: '60',
      turn_count: trajectory.messages.length,
      evaluation_metrics: [],
      token_usage,
    })
    expect(trajectory.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const { download_url: url } = await read(`${own}/trajectory_url`)
    const file = await fetch(url)
    expect(file.headers.get('content-type')).toBe('application/json')
    expect(await file.json()).toEqual(trajectory)
    expect((await remove(`${runs}/${uuid}`)).body).toEqual({ run_uuid: uuid })
    expect((await fetch(url)).status).toBe(404)
    expect((await read(own)).id).toBe('not_found')
  })

  it('is inconclusive if the turns do not suffice for all criteria', async ({ scene: { start, read, pass } }) => {
    const { run_uuid: uuid } = await start({ max_turns: 2 })
    await pass(80)
    const { journeys } = await read(`${runs}/${uuid}/journeys?verdicts=SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE`)
    expect(journeys).toHaveLength(2)
    const { trajectory } = await read(`${runs}/${uuid}/journeys/${journeys[0]!.journey_uuid}/trajectory`)
    expect(trajectory).toMatchObject({ turn_count: 2, judge: { criteria_pass_fail: [{ passed: true }, { passed: false }] } })
  })

  it('fails a criterion that contains the word "fail"', async () => {
    const { start, read, put, set } = await createScene({ actionSeconds: 0 })
    const scenario = { description: 'Pay twice', stopping_criteria: ['The second payment fails'] }
    await put(`${sets}/${set.scenario_set_uuid}`, { name: 'payments', scenarios: [scenario] })
    const { run_uuid: uuid } = await start({ evaluation_config: { metric_uuids: [helpfulness] } })
    const { status, result_summary: summary } = (await read(`${runs}/${uuid}`)).simulation_run
    expect(status).toBe('SIMULATION_RUN_STATUS_SUCCEEDED')
    expect(summary.verdict_counts).toEqual({ success_count: 0, failure_count: 1, inconclusive_count: 0 })
  })

  it('scores conversations on request, star metric first', async ({ scene: { start, read, pass } }) => {
    const star = { metric_uuid: toxicity, success_threshold_pct: 20 }
    const run = await start({ evaluation_config: { metric_uuids: [helpfulness, toxicity], star_metric: star } })
    expect(run.evaluation_run_uuid).toMatch(/-/)
    const path = `${runs}/${run.run_uuid}` as const
    await pass(75)
    expect((await read(path)).simulation_run).toMatchObject({ status: 'SIMULATION_RUN_STATUS_EVALUATING', journeys_finished: 3 })
    const [{ journey_uuid: uuid }] = (await read(`${path}/journeys`)).journeys
    expect((await read(`${path}/journeys/${uuid}/trajectory`)).trajectory.evaluation_metrics).toEqual([])
    await pass(30)
    const { evaluation_metrics: scores } = (await read(`${path}/journeys/${uuid}/trajectory`)).trajectory
    expect(scores.map(({ metric_uuid: metric }) => metric)).toEqual([toxicity, helpfulness])
  })

  it('fails the journeys of a cancelled run', async ({ scene: { start, read, pass, patch, delete: remove, set } }) => {
    const { run_uuid: uuid } = await start()
    const path = `${runs}/${uuid}` as const
    await pass(10 + 30)
    expect((await remove(path)).status).toBe(409)
    expect((await remove(`${sets}/${set.scenario_set_uuid}`)).status).toBe(409)
    const { simulation_run: stopped } = (await patch(`${path}/cancel`)).body
    const failure_reason = 'The run was cancelled.'
    expect(stopped).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_CANCELLED',
      failure_reason,
      result_summary: { total_duration_sec: '90' },
    })
    await pass(60)
    expect((await read(path)).simulation_run).toEqual(stopped)
    const [journey] = (await read(`${path}/journeys`)).journeys
    expect(journey).toMatchObject({ status: 'SIMULATION_JOURNEY_STATUS_FAILED', failure_reason })
    expect((await read(`${path}/journeys/${journey.journey_uuid}/trajectory`)).trajectory).toMatchObject({
      status: 'SIMULATION_TRAJECTORY_STATUS_CANCELLED',
      failure_reason,
    })
    expect((await patch(`${path}/cancel`, { run_uuid: uuid })).status).toBe(409)
    expect((await remove(`${sets}/${set.scenario_set_uuid}`)).status).toBe(200)
    expect((await read(path)).scenario_results).toHaveLength(2)
  })

  it('has no trajectories if it is cancelled before it starts', async ({ scene: { start, read, patch } }) => {
    const { run_uuid: uuid } = await start()
    await patch(`${runs}/${uuid}/cancel`)
    const [{ journey_uuid: own }] = (await read(`${runs}/${uuid}/journeys`)).journeys
    expect((await read(`${runs}/${uuid}/journeys/${own}/trajectory_url`)).id).toBe('not_found')
  })

  it('ends a run when its agent is deleted', async ({ scene: { start, read, pass, delete: remove, agent } }) => {
    const scored = await start({ evaluation_config: { metric_uuids: [helpfulness] } })
    await pass(75)
    const waiting = await start()
    await remove(`/v2/gen-ai/agents/${agent.uuid}`)
    const failure_reason = 'The agent was deleted.'
    expect((await read(`${runs}/${scored.run_uuid}`)).simulation_run).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL',
      journeys_finished: 3,
      failure_reason,
    })
    expect((await read(`${runs}/${waiting.run_uuid}`)).simulation_run).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_FAILED',
      failure_reason,
    })
  })

  it('lists and renames runs', async ({ scene: { start, read, pass, put, set } }) => {
    const run = await start()
    await pass(80)
    await start({ name: 'Other' })
    const names = async (query: string) => (await read(`${runs}?${query}`)).simulation_runs.map(({ name }) => name)
    expect(await names('')).toEqual(['Other', run.name])
    expect(await names('statuses=SIMULATION_RUN_STATUS_SUCCEEDED')).toEqual([run.name])
    expect(await names(`scenario_set_uuid=${set.scenario_set_uuid}&search=other`)).toEqual(['Other'])
    expect(await names(`scenario_set_uuid=${nobody}`)).toEqual([])
    const renamed = await put(`${runs}/${run.run_uuid}`, { run_uuid: nobody, name: 'Before the sale' })
    expect(renamed.body.simulation_run).toMatchObject({ run_uuid: run.run_uuid, name: 'Before the sale', journeys_finished: 3 })
  })

  it('requires a ready set, a deployed agent and capable models', async ({ scene: { post, request, makeAgent, agent } }) => {
    const { scenario_set: generating } = (await post(`${sets}/generate`, { name: 'later', goal_description: 'Anything' })).body
    const fresh = await makeAgent({ name: 'fresh' })
    const score = (...metric_uuids: string[]) => ({ evaluation_config: { metric_uuids, star_metric: { metric_uuid: toxicity } } })
    const refused: [Fields<typeof runs>, number][] = [
      [{ scenario_set_uuid: nobody }, 404],
      [{ scenario_set_uuid: generating.scenario_set_uuid }, 412],
      [{ agent_config: { agent_uuid: nobody } }, 404],
      [{ agent_config: { agent_uuid: fresh.uuid } }, 412],
      [{ agent_config: { agent_uuid: agent.uuid, agent_deployment_uuid: nobody } }, 404],
      [{ judge_model_uuid: nobody }, 404],
      [{ user_simulator_model_uuid: gte }, 422],
      [score(correctness), 422],
      [score(nobody), 404],
      [score(helpfulness), 422],
    ]
    for (const [wrong, status] of refused) expect((await post(runs, request(wrong))).status, JSON.stringify(wrong)).toBe(status)
  })

  it('keeps the settings of the simulated user and the scenarios of its start', async ({ scene: { start, read, pass, put, set } }) => {
    const config = { temperature: 0.2, max_tokens: 4, style: 'brief' }
    const run = await start({ user_simulator_config: config })
    expect(run.user_simulator_config).toEqual(config)
    await put(`${sets}/${set.scenario_set_uuid}`, { name: 'other', scenarios: [lateOrder] })
    await pass(80)
    expect((await read(`${runs}/${run.run_uuid}`)).simulation_run).toMatchObject({ scenario_count: 2, journeys_finished: 3 })
  })
})
