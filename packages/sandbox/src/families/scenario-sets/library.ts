/** Scenario sets of the platform's library: the same for every account, and not stored. */
import { scenarioLibrary } from '../../catalog/scenario-library.ts'
import type { Handler } from '../../engine/call.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { answerAround } from '../../engine/pages.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { hasText, listDistinct, listSortOptions, type SortKeys, sortValues } from '../../shared/sort-lists.ts'
import { replyScenarios } from './scenarios.ts'
import { findLibrarySet } from './sets.ts'

type Entry = DeepReadonly<Kinds['ScenarioLibraryEntry']>
type LibraryOrder = NonNullable<Operations['scenarioSets_library_list']['query']['sort_by']>

const orders: SortKeys<Entry, LibraryOrder> = {
  SCENARIO_LIBRARY_SORT_FIELD_NAME: ({ name }) => name.toLowerCase(),
  SCENARIO_LIBRARY_SORT_FIELD_CREATED_AT: ({ created_at: at }) => at,
}

export const listLibrary: Handler<'scenarioSets_library_list'> = (call) => {
  const { category, search } = call.query
  const all = scenarioLibrary.map(({ scenarios, ...entry }): Entry => ({
    ...entry,
    scenario_count: scenarios.length,
    status: 'SCENARIO_LIBRARY_ENTRY_STATUS_ACTIVE',
    updated_at: entry.created_at,
  }))
  const found = all.filter(
    (entry) => (!category || entry.category === category) && hasText(search, [entry.name, entry.description, entry.goal_description]),
  )
  const sorted = sortValues(found, orders, call.query, { by: 'SCENARIO_LIBRARY_SORT_FIELD_NAME', direction: 'SORT_DIRECTION_ASC' })
  return answerAround(call, sorted, (page, paging) => ({
    scenarios: page,
    ...paging,
    available_categories: listDistinct(all.map((entry) => entry.category)),
    ...listSortOptions(orders),
  }))
}

export const listLibraryScenarios: Handler<'scenarioSets_library_listScenarios'> = (call) =>
  replyScenarios(call, findLibrarySet(call.path.library_scenario_uuid).scenarios)
