import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { llama, nobody } from '../../../test/fixtures.ts'
import { upload } from '../../../test/create-dataset.ts'
import { damagedBook, lateOrder, createSet, sets } from '../../../test/create-scenarios.ts'

const library = '/v2/gen-ai/scenario_library'
const refunds = 'a7d3f150-94c2-4b68-8e1f-6c02d95b7e31'
const gte = '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24'
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

describe('scenario sets', () => {
  it('creates a set from scenarios in the request, each with a new id', async ({ sandbox }) => {
    const set = await createSet(sandbox, [{ ...damagedBook, scenario_uuid: nobody }, lateOrder])
    const { scenario_set_uuid: uuid } = set
    expect(set).toMatchObject({
      status: 'SCENARIO_SET_STATUS_READY',
      source_kind: 'SCENARIO_SET_SOURCE_KIND_USER_UPLOAD',
      scenario_count: 2,
      spaces_key: `scenario-sets/${uuid}.jsonl`,
    })
    expect((await sandbox.get(`${sets}/${uuid}`)).body.scenario_set).toEqual(set)
    const { scenarios, meta } = (await sandbox.get(`${sets}/${uuid}/scenarios`)).body
    expect(meta.total).toBe(2)
    expect(scenarios).toMatchObject([damagedBook, lateOrder])
    expect(scenarios[0].scenario_uuid).not.toBe(nobody)
    expect(scenarios[1]).not.toHaveProperty('max_turns')
  })

  it('creates a set from a file, and names the invalid line', async ({ sandbox }) => {
    const make = async (lines: readonly string[]) => {
      const file = await upload(sandbox, lines.join('\n'), `${sets}/file_upload_presigned_urls`)
      return sandbox.post(sets, { name: 'from-file', scenarios: [], file_upload_scenario_set: file })
    }
    const made = await make([JSON.stringify(damagedBook), '', JSON.stringify(lateOrder), ''])
    expect(made.body.scenario_set).toMatchObject({ scenario_count: 2 })
    const message = async (...lines: string[]) => {
      const { status, body } = await make(lines)
      expect(status).toBe(422)
      return body.message
    }
    expect(await message(JSON.stringify(lateOrder), '', '{"name":"No wish"}')).toBe(
      'file_upload_scenario_set: line 3, description: must be given; line 3, stopping_criteria: must be given',
    )
    expect(await message('query,answer')).toBe('file_upload_scenario_set: line 1 is not a JSON object.')
    expect(await message('', ' ')).toBe('file_upload_scenario_set: the file has no scenarios.')
    expect(await message(...Array.from({ length: 11 }, () => JSON.stringify(lateOrder)))).toContain('10')
    const nothing = { original_file_name: 'x.jsonl', stored_object_key: 'uploads/none/x.jsonl', size_in_bytes: '1' }
    expect((await sandbox.post(sets, { name: 'x', file_upload_scenario_set: nothing })).status).toBe(404)
    expect((await sandbox.post(sets, { name: 'x' })).status).toBe(422)
    expect((await sandbox.post(sets, { name: 'x', scenarios: [lateOrder], file_upload_scenario_set: nothing })).status).toBe(422)
  })

  it('generates a set from a goal, without scenarios until it is ready', async ({ frozen: sandbox }) => {
    const goal = { name: 'late-orders', goal_description: 'Customers ask why their order is late.', num_scenarios: 4 }
    const { scenario_set: set } = (await sandbox.post(`${sets}/generate`, goal)).body
    expect(set).toMatchObject({
      status: 'SCENARIO_SET_STATUS_GENERATING',
      scenario_count: 0,
      source_goal_description: goal.goal_description,
      generator_model_uuid: llama,
    })
    const path = `${sets}/${set.scenario_set_uuid}` as const
    expect((await sandbox.get(`${path}/scenarios`)).body.scenarios).toEqual([])
    expect((await sandbox.get(`${path}/download_url`)).status).toBe(404)
    expect((await sandbox.put(path, { scenarios: [lateOrder] })).status).toBe(409)
    expect((await sandbox.put(path, { name: 'late' })).body.scenario_set).toMatchObject({ name: 'late', scenario_count: 0 })
    await sandbox.pass(29)
    expect((await sandbox.get(path)).body.scenario_set.status).toBe('SCENARIO_SET_STATUS_GENERATING')
    await sandbox.pass(1)
    expect((await sandbox.get(path)).body.scenario_set).toMatchObject({ status: 'SCENARIO_SET_STATUS_READY', scenario_count: 4 })
    const { scenarios } = (await sandbox.get(`${path}/scenarios`)).body
    expect(new Set(namesOf(scenarios)).size).toBe(4)
    expect(scenarios[0].description).toContain(goal.goal_description)
    expect((await sandbox.post(`${sets}/generate`, { ...goal, generator_model_uuid: nobody })).status).toBe(404)
    expect((await sandbox.post(`${sets}/generate`, { ...goal, generator_model_uuid: gte })).status).toBe(422)
    expect((await sandbox.post(`${sets}/generate`, { ...goal, num_scenarios: 11 })).status).toBe(422)
  })

  it('is ready immediately if actions take no time', async ({ instant: sandbox }) => {
    const { scenario_set: set } = (await sandbox.post(`${sets}/generate`, { name: 'a', goal_description: 'b' })).body
    expect((await sandbox.get(`${sets}/${set.scenario_set_uuid}`)).body.scenario_set).toMatchObject({
      status: 'SCENARIO_SET_STATUS_READY',
      scenario_count: 1,
    })
  })

  it('searches, filters and sorts sets, and returns the applied filters', async ({ frozen: sandbox }) => {
    await createSet(sandbox, [lateOrder], 'beta')
    await sandbox.pass(1)
    await createSet(sandbox, [lateOrder, damagedBook], 'Alpha')
    await sandbox.pass(1)
    await sandbox.post(`${sets}/generate`, { name: 'gamma', goal_description: 'Anything' })
    const list = async (query: string) => (await sandbox.get(`${sets}?${query}`)).body
    const all = await list('')
    expect(namesOf(all.scenario_sets)).toEqual(['gamma', 'Alpha', 'beta'])
    expect(all).toMatchObject({
      available_statuses: ['SCENARIO_SET_STATUS_GENERATING', 'SCENARIO_SET_STATUS_READY'],
      available_source_kinds: ['SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED', 'SCENARIO_SET_SOURCE_KIND_USER_UPLOAD'],
      available_sort_directions: ['SORT_DIRECTION_ASC', 'SORT_DIRECTION_DESC'],
    })
    const names = async (query: string) => namesOf((await list(query)).scenario_sets)
    expect(await names('sort_by=SCENARIO_SET_SORT_FIELD_NAME&sort_direction=SORT_DIRECTION_ASC')).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names('sort_by=SCENARIO_SET_SORT_FIELD_SCENARIO_COUNT')).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await names('sort_by=SCENARIO_SET_SORT_FIELD_STATUS&sort_direction=SORT_DIRECTION_ASC')).toEqual(['gamma', 'beta', 'Alpha'])
    expect(await names('statuses=SCENARIO_SET_STATUS_READY&statuses=SCENARIO_SET_STATUS_FAILED')).toEqual(['Alpha', 'beta'])
    expect(await names('statuses=SCENARIO_SET_STATUS_UNSPECIFIED')).toHaveLength(3)
    expect(await names('source_kinds=SCENARIO_SET_SOURCE_KIND_GOAL_GENERATED')).toEqual(['gamma'])
    expect(await names('search=ALPH')).toEqual(['Alpha'])
    expect(await names('page=2&per_page=2')).toEqual(['beta'])
    expect((await sandbox.get(`${sets}?sort_by=NAME`)).status).toBe(422)
  })

  it('searches and sorts the scenarios of a set', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid } = await createSet(sandbox, [lateOrder, damagedBook])
    const names = async (query: string) => namesOf((await sandbox.get(`${sets}/${uuid}/scenarios?${query}`)).body.scenarios)
    expect(await names('')).toEqual(['Where is my order', 'Damaged book'])
    expect(await names('sort_direction=SORT_DIRECTION_DESC')).toEqual(['Damaged book', 'Where is my order'])
    expect(await names('sort_by=SCENARIO_SORT_FIELD_NAME')).toEqual(['Damaged book', 'Where is my order'])
    expect(await names('search=TORN')).toEqual(['Damaged book'])
  })

  it('renames, replaces, downloads and deletes a set', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid } = await createSet(sandbox)
    const path = `${sets}/${uuid}` as const
    expect((await sandbox.put(path, { name: 'returns', scenarios: null })).body.scenario_set).toMatchObject({
      name: 'returns',
      scenario_count: 2,
    })
    expect((await sandbox.put(path, { scenario_set_uuid: uuid, name: '', scenarios: [] })).status).toBe(422)
    const before = (await sandbox.get(`${path}/scenarios`)).body.scenarios
    const replaced = await sandbox.put(path, { scenarios: [before[0]] })
    expect(replaced.body.scenario_set).toMatchObject({ name: 'returns', scenario_count: 1 })
    const [after] = (await sandbox.get(`${path}/scenarios`)).body.scenarios
    expect(after).toEqual({ ...before[0], scenario_uuid: after.scenario_uuid })
    expect(after.scenario_uuid).not.toBe(before[0].scenario_uuid)
    const { download_url: url, expires_at: end } = (await sandbox.get(`${path}/download_url`)).body
    const file = await sandbox.fetch(url)
    expect(file.headers.get('content-type')).toBe('application/jsonl')
    expect(await file.text()).toBe(`${JSON.stringify(after)}\n`)
    expect(end).toMatch(/Z$/)
    expect((await sandbox.delete(path)).body).toEqual({ scenario_set_uuid: uuid })
    for (const gone of [path, `${path}/scenarios`, `${path}/download_url`] as const) expect((await sandbox.get(gone)).status).toBe(404)
    expect((await sandbox.delete(path)).status).toBe(404)
    expect((await sandbox.fetch(url)).status).toBe(404)
  })

  it('returns 404 for a set of another account', async ({ sandbox }) => {
    const { scenario_set_uuid: uuid } = await createSet(sandbox)
    const other = (await sandbox.post('/_sandbox/users', { email: 'other@tidewater.example', password: 'example-password-1' })).body
    const asked = { token: other.tokens.full }
    expect((await sandbox.get(`${sets}/${uuid}`, asked)).status).toBe(404)
    expect((await sandbox.get(`${sets}/${uuid}/scenarios`, asked)).status).toBe(404)
    expect((await sandbox.delete(`${sets}/${uuid}`, undefined, asked)).status).toBe(404)
    expect((await sandbox.get(sets, asked)).body).toMatchObject({ scenario_sets: [], available_statuses: [] })
  })
})

describe('the scenario library', () => {
  it('lists, searches and filters the library', async ({ sandbox }) => {
    const all = (await sandbox.get(library)).body
    expect(namesOf(all.scenarios)).toEqual(namesOf(all.scenarios).toSorted())
    expect(all.available_categories).toEqual(['safety', 'support'])
    expect(namesOf((await sandbox.get(`${library}?category=support`)).body.scenarios)).toEqual(['Refunds'])
    const descending = namesOf((await sandbox.get(`${library}?sort_direction=SORT_DIRECTION_DESC`)).body.scenarios)
    expect(descending).toEqual(namesOf(all.scenarios).toReversed())
    expect((await sandbox.get(`${library}?search=refund`)).body.scenarios).toMatchObject([
      { library_scenario_uuid: refunds, scenario_count: 3 },
    ])
    expect((await sandbox.get(`${library}?category=none`)).body.scenarios).toEqual([])
    expect((await sandbox.get(`${library}/${nobody}/scenarios`)).status).toBe(404)
  })

  it('copies a set of the library with new ids, with its own name or a new one', async ({ sandbox }) => {
    const { scenarios } = (await sandbox.get(`${library}/${refunds}/scenarios`)).body
    const copy = (await sandbox.post(`${library}/${refunds}/create_scenario_set`)).body.scenario_set
    expect(copy).toMatchObject({
      name: 'Refunds',
      description: 'Customers who want their money back',
      status: 'SCENARIO_SET_STATUS_READY',
      source_kind: 'SCENARIO_SET_SOURCE_KIND_LIBRARY',
      scenario_count: 3,
      library_scenario_uuid: refunds,
    })
    const copied = (await sandbox.get(`${sets}/${copy.scenario_set_uuid}/scenarios`)).body.scenarios
    expect(namesOf(copied)).toEqual(namesOf(scenarios))
    expect(copied[0].scenario_uuid).not.toBe(scenarios[0].scenario_uuid)
    const named = await sandbox.post(`${library}/${refunds}/create_scenario_set`, { library_scenario_uuid: refunds, name: 'mine' })
    expect(named.body.scenario_set.name).toBe('mine')
    expect((await sandbox.post(`${library}/${nobody}/create_scenario_set`, {})).status).toBe(404)
  })
})
