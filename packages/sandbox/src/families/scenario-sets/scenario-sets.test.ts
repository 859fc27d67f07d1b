import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { gte, nobody } from '../../../test/fixtures.ts'
import { upload } from '../../../test/create-dataset.ts'
import { damagedBook, lateOrder, createSet, sets } from '../../../test/create-scenarios.ts'

const library = '/v2/gen-ai/scenario_library'
const refunds = 'a7d3f150-94c2-4b68-8e1f-6c02d95b7e31'
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

describe('scenario sets', () => {
  it('creates a set from scenarios in the request, each with a new id', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid, ...set } = await createSet(sandbox, [{ ...damagedBook, scenario_uuid: nobody }, lateOrder])
    expect(set).toMatchObject({ status: 'SCENARIO_SET_STATUS_READY', scenario_count: 2, spaces_key: `scenario-sets/${uuid}.jsonl` })
    const { scenarios } = (await sandbox.get(`${sets}/${uuid}/scenarios`)).body
    expect(scenarios).toMatchObject([damagedBook, lateOrder])
    expect(scenarios[0].scenario_uuid).not.toBe(nobody)
    expect(scenarios[1]).not.toHaveProperty('max_turns')
  })

  it.for<{ lines: object[]; message?: string }>([
    { lines: [damagedBook, lateOrder] },
    { lines: [lateOrder, { name: 'No wish', stopping_criteria: ['x'] }], message: 'scenarios.1.description: must be given' },
    { lines: [lateOrder, []], message: 'line 2 is not a JSON object.' },
    { lines: [], message: 'the file has no scenarios.' },
    { lines: Array.from({ length: 11 }, () => lateOrder), message: '10' },
  ])('creates a set from a file of JSON Lines, or says what is wrong: $message', async ({ lines, message }, { sandbox }) => {
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    const file = await upload(sandbox, text, `${sets}/file_upload_presigned_urls`)
    const { body } = await sandbox.post(sets, { name: 'from-file', scenarios: [], file_upload_scenario_set: file })
    if (message === undefined) expect(body.scenario_set.scenario_count).toBe(lines.length)
    else expect(body.message).toContain(message)
  })

  it('requires either scenarios or a file', async ({ sandbox }) => {
    const file = { original_file_name: 'x.jsonl', stored_object_key: 'uploads/none/x.jsonl', size_in_bytes: '1' }
    expect((await sandbox.post(sets, { name: 'x', file_upload_scenario_set: file })).status).toBe(404)
    expect((await sandbox.post(sets, { name: 'x' })).status).toBe(422)
    expect((await sandbox.post(sets, { name: 'x', scenarios: [lateOrder], file_upload_scenario_set: file })).status).toBe(422)
  })

  it('generates a set from a goal, without scenarios until it is ready', async ({ frozen: sandbox }) => {
    const goal = { name: 'late-orders', goal_description: 'Customers ask why their order is late.', num_scenarios: 4 }
    const { scenario_set: set } = (await sandbox.post(`${sets}/generate`, goal)).body
    expect(set).toMatchObject({ status: 'SCENARIO_SET_STATUS_GENERATING', scenario_count: 0 })
    const path = `${sets}/${set.scenario_set_uuid}` as const
    expect((await sandbox.get(`${path}/download_url`)).status).toBe(404)
    expect((await sandbox.put(path, { scenarios: [lateOrder] })).status).toBe(409)
    expect((await sandbox.put(path, { name: 'late' })).body.scenario_set).toMatchObject({ name: 'late', scenario_count: 0 })
    await sandbox.pass(30)
    expect((await sandbox.get(path)).body.scenario_set).toMatchObject({ status: 'SCENARIO_SET_STATUS_READY', scenario_count: 4 })
    const { scenarios } = (await sandbox.get(`${path}/scenarios`)).body
    expect(new Set(namesOf(scenarios)).size).toBe(4)
    expect(scenarios[0].description).toContain(goal.goal_description)
    expect((await sandbox.post(`${sets}/generate`, { ...goal, generator_model_uuid: nobody })).status).toBe(404)
    expect((await sandbox.post(`${sets}/generate`, { ...goal, generator_model_uuid: gte })).status).toBe(422)
  })

  it('searches, filters and sorts sets, and returns the applied filters', async ({ frozen: sandbox }) => {
    await createSet(sandbox, [lateOrder], 'beta')
    await createSet(sandbox, [lateOrder, damagedBook], 'Alpha')
    await sandbox.post(`${sets}/generate`, { name: 'gamma', goal_description: 'Anything' })
    expect((await sandbox.get(sets)).body).toMatchObject({
      available_statuses: ['SCENARIO_SET_STATUS_GENERATING', 'SCENARIO_SET_STATUS_READY'],
      available_source_kinds: ['SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED', 'SCENARIO_SET_SOURCE_KIND_USER_UPLOAD'],
      available_sort_directions: ['SORT_DIRECTION_ASC', 'SORT_DIRECTION_DESC'],
    })
    const names = async (query: string) => namesOf((await sandbox.get(`${sets}?${query}`)).body.scenario_sets)
    expect(await names('')).toEqual(['gamma', 'Alpha', 'beta'])
    expect(await names('sort_by=SCENARIO_SET_SORT_FIELD_NAME&sort_direction=SORT_DIRECTION_ASC')).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names('sort_by=SCENARIO_SET_SORT_FIELD_SCENARIO_COUNT')).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names('statuses=SCENARIO_SET_STATUS_READY&statuses=SCENARIO_SET_STATUS_FAILED')).toEqual(['Alpha', 'beta'])
    expect(await names('statuses=SCENARIO_SET_STATUS_UNSPECIFIED')).toHaveLength(3)
    expect(await names('source_kinds=SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED&search=GAMMA')).toEqual(['gamma'])
    expect(await names('page=2&per_page=2')).toEqual(['beta'])
  })

  it('searches and sorts the scenarios of a set', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid } = await createSet(sandbox, [lateOrder, damagedBook])
    const names = async (query: string) => namesOf((await sandbox.get(`${sets}/${uuid}/scenarios?${query}`)).body.scenarios)
    expect(await names('')).toEqual(['Where is my order', 'Damaged book'])
    expect(await names('sort_direction=SORT_DIRECTION_DESC')).toEqual(['Damaged book', 'Where is my order'])
    expect(await names('sort_by=SCENARIO_SORT_FIELD_NAME')).toEqual(['Damaged book', 'Where is my order'])
    expect(await names('search=TORN')).toEqual(['Damaged book'])
  })

  it('replaces the scenarios of a set, and deletes it with its file', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid } = await createSet(sandbox)
    const path = `${sets}/${uuid}` as const
    expect((await sandbox.put(path, { name: '', scenarios: [] })).status).toBe(422)
    expect((await sandbox.put(path, { scenarios: [lateOrder] })).body.scenario_set).toMatchObject({ scenario_count: 1 })
    const [scenario] = (await sandbox.get(`${path}/scenarios`)).body.scenarios
    const { download_url: url } = (await sandbox.get(`${path}/download_url`)).body
    const file = await sandbox.fetch(url)
    expect(file.headers.get('content-type')).toBe('application/jsonl')
    expect(await file.text()).toBe(`${JSON.stringify(scenario)}\n`)
    expect((await sandbox.delete(path)).body).toEqual({ scenario_set_uuid: uuid })
    expect((await sandbox.fetch(url)).status).toBe(404)
  })
})

describe('the scenario library', () => {
  it('lists, searches and filters the library', async ({ sandbox }) => {
    const names = async (query: string) => namesOf((await sandbox.get(`${library}?${query}`)).body.scenarios)
    expect((await sandbox.get(library)).body.available_categories).toEqual(['safety', 'support'])
    expect(await names('')).toEqual(['Refunds', 'Talked out of the rules'])
    expect(await names('category=support')).toEqual(['Refunds'])
    expect(await names('sort_direction=SORT_DIRECTION_DESC')).toEqual(['Talked out of the rules', 'Refunds'])
    expect(await names('search=REFUND')).toEqual(['Refunds'])
    expect((await sandbox.get(`${library}/${nobody}/scenarios`)).status).toBe(404)
  })

  it('copies a set of the library with new ids', async ({ sandbox }) => {
    const { scenarios } = (await sandbox.get(`${library}/${refunds}/scenarios`)).body
    const copy = (await sandbox.post(`${library}/${refunds}/create_scenario_set`)).body.scenario_set
    expect(copy).toMatchObject({ name: 'Refunds', status: 'SCENARIO_SET_STATUS_READY', scenario_count: 3, library_scenario_uuid: refunds })
    const copied = (await sandbox.get(`${sets}/${copy.scenario_set_uuid}/scenarios`)).body.scenarios
    expect(namesOf(copied)).toEqual(namesOf(scenarios))
    expect(copied[0].scenario_uuid).not.toBe(scenarios[0].scenario_uuid)
  })
})
