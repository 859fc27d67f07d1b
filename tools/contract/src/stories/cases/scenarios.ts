import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const scenarios: Story = {
  title: 'Scenarios are written, generated from a goal and copied from the library, replaced, and deleted',
  run: async ({ cloud, keeps, lists, refuses, pass }) => {
    const damaged = {
      name: 'Damaged book',
      description: 'Return a book that arrived with torn pages',
      stopping_criteria: ['The assistant says how the book can be sent back'],
    }
    await refuses(422, () => cloud.scenarioSets.create({ body: { name: 'returns' } }))
    const { scenario_set: set } = await cloud.scenarioSets.create({ body: { name: 'returns', scenarios: [damaged] } })
    const path = { scenario_set_uuid: set.scenario_set_uuid }
    keeps(() => assert.deepEqual([set.status, set.scenario_count], ['SCENARIO_SET_STATUS_READY', 1]))
    const { scenarios: written } = await cloud.scenarioSets.scenarios.list({ path })
    keeps(() => assert.deepEqual([written.length, written[0]?.description], [1, damaged.description]))

    const goal = { name: 'late-orders', goal_description: 'Customers ask why their order is late', num_scenarios: 3 }
    const { scenario_set: planned } = await cloud.scenarioSets.generate({ body: goal })
    keeps(() => assert.deepEqual([planned.status, planned.scenario_count], ['SCENARIO_SET_STATUS_GENERATING', 0]))
    const generated = { scenario_set_uuid: planned.scenario_set_uuid }
    await refuses(404, () => cloud.scenarioSets.getDownloadUrl({ path: generated }))
    await refuses(409, () => cloud.scenarioSets.update({ path: generated, body: { scenarios: [damaged] } }))
    await pass(60)
    const { scenario_set: thoughtUp } = await cloud.scenarioSets.get({ path: generated })
    keeps(() => assert.deepEqual([thoughtUp.status, thoughtUp.scenario_count], ['SCENARIO_SET_STATUS_READY', 3]))
    await cloud.scenarioSets.getDownloadUrl({ path: generated })

    const { scenarios: library } = await cloud.scenarioSets.library.list({ query: { category: 'support' } })
    const [entry] = library
    assert.ok(entry)
    const from = { library_scenario_uuid: entry.library_scenario_uuid }
    const { scenarios: provided } = await cloud.scenarioSets.library.listScenarios({ path: from })
    const { scenario_set: copy } = await cloud.scenarioSets.createFromLibrary({ path: from, body: { name: 'copied' } })
    keeps(() => assert.deepEqual([copy.name, copy.scenario_count], ['copied', provided.length]))

    const { scenario_set: replaced } = await cloud.scenarioSets.update({ path: generated, body: { name: 'orders', scenarios: [damaged] } })
    keeps(() => assert.deepEqual([replaced.name, replaced.scenario_count], ['orders', 1]))
    const sorted = { sort_by: 'SCENARIO_SET_SORT_FIELD_NAME', sort_direction: 'SORT_DIRECTION_ASC' } as const
    const { scenario_sets: all } = await cloud.scenarioSets.list({ query: sorted })
    lists(all, 'name', ['copied', 'orders', 'returns'])
    const gone = await cloud.scenarioSets.delete({ path })
    keeps(() => assert.deepEqual(gone, path))
    await refuses(404, () => cloud.scenarioSets.get({ path }))
  },
}
