import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const simulations: Story = {
  title: 'An agent is tried in a simulation, the conversations are judged and scored, and a second run is cancelled',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const { project } = await cloud.projects.getDefault()
    const { models } = await cloud.genaiModels.list({ query: { per_page: 200 } })
    const model = models.find(({ id }) => id === 'llama3.3-70b-instruct') ?? models[0]
    assert.ok(model?.uuid)
    const { agent } = await cloud.agents.create({
      body: { name: 'tried', instruction: 'You help customers.', model_uuid: model.uuid, project_id: project.id, region: 'tor1' },
    })
    const lost = {
      description: 'Find a parcel that is lost',
      stopping_criteria: ['The assistant asks for the order'],
      exploration_budget: 2,
    }
    const { scenario_set: set } = await cloud.scenarioSets.create({ body: { name: 'parcels', scenarios: [lost] } })
    const { scenario_set_uuid: uuid } = set
    const { metrics } = await cloud.evaluations.metrics.list()
    const metric = metrics.find(({ metric_name: name }) => name === 'Helpfulness') ?? metrics[0]
    assert.ok(metric)
    const body = {
      scenario_set_uuid: uuid,
      agent_config: { agent_uuid: agent.uuid },
      evaluation_config: { metric_uuids: [metric.metric_uuid] },
    }
    await refuses(412, () => cloud.simulationRuns.create({ body }))
    await pass(300)
    const { simulation_run: run } = await cloud.simulationRuns.create({ body })
    const path = { run_uuid: run.run_uuid }
    keeps(() => assert.deepEqual([run.status, run.total_journeys], ['SIMULATION_RUN_STATUS_PENDING', 2]))
    await refuses(409, () => cloud.scenarioSets.delete({ path: { scenario_set_uuid: uuid } }))
    await pass(300)
    const { simulation_run: ended, scenario_results: results } = await cloud.simulationRuns.get({ path })
    keeps(() => assert.deepEqual([ended.status, ended.journeys_finished], ['SIMULATION_RUN_STATUS_SUCCEEDED', 2]))
    keeps(() => assert.deepEqual([results.length, results[0]?.journeys_finished], [1, 2]))
    const { journeys } = await cloud.simulationRuns.journeys.list({ path })
    const [journey] = journeys
    assert.ok(journey)
    const own = { ...path, journey_uuid: journey.journey_uuid }
    const { journey: read } = await cloud.simulationRuns.journeys.get({ path: own })
    const { trajectory } = await cloud.simulationRuns.journeys.getTrajectory({ path: own })
    keeps(() => {
      assert.deepEqual(read, journey)
      assert.equal(trajectory.verdict, journey.verdict)
      assert.deepEqual([trajectory.messages.length, trajectory.messages[0]?.role], [2, 'user'])
      assert.equal(trajectory.evaluation_metrics[0]?.metric_uuid, metric.metric_uuid)
    })
    await cloud.simulationRuns.journeys.getTrajectoryUrl({ path: own })
    const { simulation_run: renamed } = await cloud.simulationRuns.update({ path, body: { name: 'Before the sale' } })
    keeps(() => assert.deepEqual([renamed.name, renamed.status], ['Before the sale', ended.status]))
    await refuses(409, () => cloud.simulationRuns.cancel({ path }))

    const { simulation_run: second } = await cloud.simulationRuns.create({ body })
    const { simulation_run: stopped } = await cloud.simulationRuns.cancel({ path: { run_uuid: second.run_uuid } })
    keeps(() => assert.equal(stopped.status, 'SIMULATION_RUN_STATUS_CANCELLED'))
    await cloud.simulationRuns.delete({ path })
    await refuses(404, () => cloud.simulationRuns.get({ path }))
    const { simulation_runs: all } = await cloud.simulationRuns.list()
    const left = all.map(({ run_uuid: id }) => id)
    keeps(() => assert.deepEqual(left, [second.run_uuid]))
  },
}
