import { describe, expect } from 'vitest'
import { llama, createGenai, nobody } from '../../../test/fixtures.ts'
import type { SandboxOptions } from '../../options.ts'
import { it as plain } from '../../../test/it.ts'
import { lateOrder, createSet, sets } from '../../../test/create-scenarios.ts'
import { type BodyAt, type Fields, forbidden, type Known } from '../../../test/operation-at.ts'

const runs = '/v2/gen-ai/simulation_runs'
const helpfulness = 'c1f70a96-8e35-4d2b-9470-3b6a5ed8f21c'
const toxicity = 'a40d92c6-57e8-4f13-8b6a-d2c19f30e574'
const correctness = '0e6c4f92-b15d-4a38-87e0-d3f92c61b5a7'
const day = 86_400

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
      agent_config: { agent_uuid: agent.uuid, agent_deployment_uuid: agent.deployment.uuid, name: agent.name },
      user_simulator_model_uuid: llama,
      judge_model_uuid: llama,
      scenario_count: 2,
      total_journeys: 3,
      journeys_finished: 0,
    })
    expect(run).not.toHaveProperty('evaluation_run_uuid')
    const path = `${runs}/${run.run_uuid}` as const
    const waiting = (await read(`${path}/journeys`)).journeys
    expect(waiting.map(({ status }) => status)).toEqual(Array(3).fill('SIMULATION_JOURNEY_STATUS_PREPARING'))
    const [first] = waiting
    expect((await read(`${path}/journeys/${first.journey_uuid}/trajectory`)).id).toBe('not_found')
    await pass(10)
    const half = await read(path)
    expect(half.simulation_run).toMatchObject({ status: 'SIMULATION_RUN_STATUS_RUNNING', journeys_finished: 0 })
    expect(half.simulation_run).not.toHaveProperty('result_summary')
    expect((await read(`${path}/journeys`)).available_statuses).toEqual(['SIMULATION_JOURNEY_STATUS_RUNNING'])
    const { trajectory: talk } = await read(`${path}/journeys/${first.journey_uuid}/trajectory`)
    expect(talk).toMatchObject({ status: 'SIMULATION_TRAJECTORY_STATUS_RUNNING', turn_count: 0 })
    expect(talk).not.toHaveProperty('judge')
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
      { total_journeys: 1, journeys_finished: 1, verdict_counts: { success_count: 1 } },
    ])
    expect(results.map(({ scenario_uuid: uuid }) => uuid)).toEqual(
      (await read(`${sets}/${set.scenario_set_uuid}/scenarios`)).scenarios.map(({ scenario_uuid: uuid }) => uuid),
    )
  })

  it('ends immediately if actions take no time', async () => {
    const { start, read } = await createScene({ actionSeconds: 0 })
    const { run_uuid: uuid } = await start({ evaluation_config: { metric_uuids: [helpfulness] } })
    const { simulation_run: run } = await read(`${runs}/${uuid}`)
    expect(run).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_SUCCEEDED',
      journeys_finished: 3,
      result_summary: { total_duration_sec: '0' },
    })
    const [{ journey_uuid: own }] = (await read(`${runs}/${uuid}/journeys`)).journeys
    const { trajectory } = await read(`${runs}/${uuid}/journeys/${own}/trajectory`)
    expect(trajectory.messages.length).toBe(trajectory.turn_count)
    expect(trajectory.evaluation_metrics).toHaveLength(1)
  })

  it('returns trajectories, and downloads them', async ({ scene: { start, read, pass, fetch } }) => {
    const { run_uuid: uuid } = await start()
    const path = `${runs}/${uuid}` as const
    await pass(11)
    const { journeys: early } = await read(`${path}/journeys`)
    expect((await read(`${path}/journeys/${early[0].journey_uuid}/trajectory_url`)).id).toBe('not_found')
    await pass(80)
    const { journeys } = await read(`${path}/journeys`)
    for (const journey of journeys) {
      const own = `${path}/journeys/${journey.journey_uuid}` as const
      expect((await read(own)).journey).toEqual(journey)
      const { trajectory } = await read(`${own}/trajectory`)
      const { messages, judge } = trajectory
      expect(trajectory).toMatchObject({
        status: 'SIMULATION_TRAJECTORY_STATUS_COMPLETED',
        verdict: journey.verdict,
        duration_sec: '60',
        turn_count: messages.length,
        evaluation_metrics: [],
        token_usage: journey.token_usage,
      })
      expect(messages.map(({ role }) => role)).toEqual(Array.from(messages, (_, at) => (at % 2 === 0 ? 'user' : 'assistant')))
      expect(messages[0].started_at).toBe(trajectory.started_at)
      expect(messages.at(-1).completed_at).toBe(trajectory.completed_at)
      expect(judge.reasoning).toBe(journey.judge_reasoning)
      const allPassed = judge.criteria_pass_fail.every(({ passed }) => passed)
      expect(journey.verdict).toBe(`SIMULATION_JOURNEY_VERDICT_${allPassed ? 'SUCCESS' : 'FAILURE'}`)
      const { download_url: url } = await read(`${own}/trajectory_url`)
      const file = await fetch(url)
      expect(file.headers.get('content-type')).toBe('application/json')
      expect(await file.json()).toEqual(trajectory)
    }
    expect((await read(`${path}/journeys/${nobody}`)).id).toBe('not_found')
  })

  it('is inconclusive if the turns do not suffice for all criteria', async ({ scene: { start, read, pass } }) => {
    const { run_uuid: uuid } = await start({ max_turns: 2 })
    await pass(80)
    const { journeys } = await read(`${runs}/${uuid}/journeys?verdicts=SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE`)
    expect(journeys).toHaveLength(2)
    const { trajectory } = await read(`${runs}/${uuid}/journeys/${journeys[0]!.journey_uuid}/trajectory`)
    expect(trajectory).toMatchObject({ turn_count: 2, verdict: 'SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE' })
    expect(trajectory.judge.criteria_pass_fail).toMatchObject([{ passed: true }, { passed: false }])
  })

  it('fails a criterion that contains the word "fail"', async ({ scene: { start, read, pass, put, set } }) => {
    const scenario = { description: 'Pay twice', stopping_criteria: ['The second payment fails'] }
    await put(`${sets}/${set.scenario_set_uuid}`, { name: 'payments', scenarios: [scenario] })
    const { run_uuid: uuid } = await start()
    await pass(80)
    const { simulation_run: run } = await read(`${runs}/${uuid}`)
    expect(run.result_summary.verdict_counts).toEqual({ success_count: 0, failure_count: 1, inconclusive_count: 0 })
  })

  it('scores conversations on request, star metric first', async ({ scene: { start, read, pass, post, request } }) => {
    const star = { metric_uuid: toxicity, success_threshold_pct: 20 }
    const run = await start({ evaluation_config: { metric_uuids: [helpfulness, toxicity], star_metric: star } })
    expect(run.evaluation_run_uuid).toMatch(/-/)
    const path = `${runs}/${run.run_uuid}` as const
    await pass(75)
    expect((await read(path)).simulation_run).toMatchObject({ status: 'SIMULATION_RUN_STATUS_EVALUATING', journeys_finished: 3 })
    const [{ journey_uuid: uuid }] = (await read(`${path}/journeys`)).journeys
    expect((await read(`${path}/journeys/${uuid}/trajectory`)).trajectory.evaluation_metrics).toEqual([])
    await pass(30)
    expect((await read(path)).simulation_run.status).toBe('SIMULATION_RUN_STATUS_SUCCEEDED')
    const { evaluation_metrics: scores } = (await read(`${path}/journeys/${uuid}/trajectory`)).trajectory
    expect(scores).toMatchObject([
      { metric_uuid: toxicity, status: 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED' },
      { metric_uuid: helpfulness, status: 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED' },
    ])
    const refused = async (config: BodyAt<'post', typeof runs>['evaluation_config']) =>
      (await post(runs, request({ evaluation_config: config }))).status
    expect(await refused({ metric_uuids: [correctness] })).toBe(422)
    expect(await refused({ metric_uuids: [nobody] })).toBe(404)
    expect(await refused({ metric_uuids: [helpfulness], star_metric: { metric_uuid: toxicity } })).toBe(422)
    expect(await refused({ metric_uuids: [] })).toBe(422)
  })

  it('fails the journeys of a cancelled run', async ({ scene: { start, read, pass, patch, delete: remove, set } }) => {
    const { run_uuid: uuid } = await start()
    const path = `${runs}/${uuid}` as const
    await pass(10 + 30)
    expect((await remove(path)).status).toBe(409)
    expect((await remove(`${sets}/${set.scenario_set_uuid}`)).status).toBe(409)
    const { simulation_run: stopped } = (await patch(`${path}/cancel`)).body
    expect(stopped).toMatchObject({
      status: 'SIMULATION_RUN_STATUS_CANCELLED',
      journeys_finished: 0,
      failure_reason: 'The run was cancelled.',
      result_summary: { total_duration_sec: '90' },
    })
    await pass(day)
    expect((await read(path)).simulation_run).toEqual(stopped)
    const { journeys } = await read(`${path}/journeys`)
    expect(journeys[0]).toMatchObject({ status: 'SIMULATION_JOURNEY_STATUS_FAILED', failure_reason: 'The run was cancelled.' })
    expect(journeys[0]).not.toHaveProperty('verdict')
    expect((await read(`${path}/journeys/${journeys[0].journey_uuid}/trajectory`)).trajectory).toMatchObject({
      status: 'SIMULATION_TRAJECTORY_STATUS_CANCELLED',
      failure_reason: 'The run was cancelled.',
    })
    expect((await patch(`${path}/cancel`, { run_uuid: uuid })).status).toBe(409)
    expect((await remove(`${sets}/${set.scenario_set_uuid}`)).status).toBe(200)
    expect((await read(path)).scenario_results).toHaveLength(2)
  })

  it('has no trajectories if it is cancelled before it starts', async ({ scene: { start, read, patch } }) => {
    const { run_uuid: uuid } = await start()
    await patch(`${runs}/${uuid}/cancel`)
    const [{ journey_uuid: own }] = (await read(`${runs}/${uuid}/journeys`)).journeys
    expect((await read(`${runs}/${uuid}/journeys/${own}/trajectory`)).id).toBe('not_found')
    expect((await read(`${runs}/${uuid}/journeys/${own}/trajectory_url`)).id).toBe('not_found')
  })

  it('ends a run when its agent is deleted', async ({ scene: { start, read, pass, delete: remove, agent } }) => {
    const scored = await start({ evaluation_config: { metric_uuids: [helpfulness] }, name: 'scored' })
    await pass(75)
    const waiting = await start({ name: 'waiting' })
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
    await pass(day)
    const { simulation_runs: both } = await read(`${runs}?sort_by=SIMULATION_RUN_SORT_FIELD_STATUS&sort_direction=SORT_DIRECTION_ASC`)
    expect(both.map(({ name }) => name)).toEqual(['scored', 'waiting'])
  })

  it('lists and renames runs, and deletes them with their files', async ({
    scene: { start, read, pass, put, delete: remove, set, fetch },
  }) => {
    const run = await start()
    const path = `${runs}/${run.run_uuid}` as const
    await pass(80)
    await start({ name: 'Other' })
    const names = async (query: string) => (await read(`${runs}?${query}`)).simulation_runs.map(({ name }) => name)
    expect(await names('')).toEqual(['Other', run.name])
    expect(await names('statuses=SIMULATION_RUN_STATUS_SUCCEEDED')).toEqual([run.name])
    expect(await names(`scenario_set_uuid=${set.scenario_set_uuid}&search=other`)).toEqual(['Other'])
    expect(await names('search=RETURNS-AND')).toHaveLength(2)
    expect(await names(`scenario_set_uuid=${nobody}`)).toEqual([])
    const renamed = await put(path, { run_uuid: nobody, name: 'Before the sale' })
    expect(renamed.body.simulation_run).toMatchObject({ run_uuid: run.run_uuid, name: 'Before the sale', journeys_finished: 3 })
    expect((await put(path, forbidden({}))).status).toBe(422)
    const [{ journey_uuid: uuid }] = (await read(`${path}/journeys`)).journeys
    const { download_url: url } = await read(`${path}/journeys/${uuid}/trajectory_url`)
    expect((await fetch(url)).status).toBe(200)
    expect((await remove(path)).body).toEqual({ run_uuid: run.run_uuid })
    expect((await fetch(url)).status).toBe(404)
    for (const gone of [path, `${path}/journeys`, `${path}/journeys/${uuid}`] as const) expect((await read(gone)).id).toBe('not_found')
    expect((await remove(path)).status).toBe(404)
  })

  it('requires a ready set, a deployed agent and capable models', async ({ scene: { post, request, makeAgent, agent } }) => {
    const refuse = async (more: Fields<typeof runs>) => {
      const { status, body } = await post(runs, request(more))
      return [status, String(body.message).split(':')[0]]
    }
    const generating = (await post(`${sets}/generate`, { name: 'later', goal_description: 'Anything' })).body.scenario_set
    const fresh = await makeAgent({ name: 'fresh' })
    expect(await refuse({ scenario_set_uuid: nobody })).toEqual([404, 'scenario_set_uuid'])
    expect(await refuse({ scenario_set_uuid: generating.scenario_set_uuid })).toEqual([412, 'The scenario set "later" is not ready.'])
    expect(await refuse({ agent_config: { agent_uuid: nobody } })).toEqual([404, 'agent_config.agent_uuid'])
    expect(await refuse({ agent_config: { agent_uuid: fresh.uuid } })).toEqual([412, 'The agent "fresh" is not deployed.'])
    expect(await refuse({ agent_config: { agent_uuid: agent.uuid, agent_deployment_uuid: nobody } })).toEqual([
      404,
      'agent_config.agent_deployment_uuid',
    ])
    expect(await refuse({ judge_model_uuid: nobody })).toEqual([404, 'judge_model_uuid'])
    expect(await refuse({ user_simulator_model_uuid: '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24' })).toEqual([422, 'user_simulator_model_uuid'])
    expect(await refuse({ agent_config: forbidden({}) })).toEqual([422, 'agent_config.agent_uuid'])
    expect(await refuse({ exploration_budget: -1 })).toEqual([422, 'exploration_budget'])
    expect((await post(runs, request({ user_simulator_config: null, evaluation_config: null }))).status).toBe(200)
  })

  it('stores the settings of the simulated user', async ({ scene: { start } }) => {
    const config = { temperature: 0.2, max_tokens: 4, style: 'brief' }
    expect((await start({ user_simulator_config: config })).user_simulator_config).toEqual(config)
  })

  it('runs the scenarios as they were when the run was created', async ({ scene: { start, read, pass, put, set } }) => {
    const { run_uuid: uuid } = await start()
    await put(`${sets}/${set.scenario_set_uuid}`, { name: 'other', scenarios: [lateOrder] })
    await pass(80)
    expect((await read(`${runs}/${uuid}`)).simulation_run).toMatchObject({ scenario_count: 2, total_journeys: 3, journeys_finished: 3 })
  })

  it('returns 404 for a run of another account', async ({ scene: { start, post, get, ask } }) => {
    const { run_uuid: uuid } = await start()
    const other = (await post('/_sandbox/users', { email: 'other@tidewater.example', password: 'example-password-1' })).body
    const asked = { token: other.tokens.full }
    for (const path of [`${runs}/${uuid}`, `${runs}/${uuid}/journeys`] as const) expect((await get(path, asked)).status).toBe(404)
    expect((await ask('PATCH', `${runs}/${uuid}/cancel`, undefined, asked)).status).toBe(404)
    expect((await get(runs, asked)).body.simulation_runs).toEqual([])
  })
})
