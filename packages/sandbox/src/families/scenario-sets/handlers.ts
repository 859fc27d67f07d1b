/** Scenario sets for simulations: from the request, uploaded, generated from a goal or copied from the library. */
import { createFileUploads } from '../../shared/file-uploads.ts'
import { listLibrary, listLibraryScenarios } from './library.ts'
import { copySet, createSet, deleteSet, generateSet, getDownloadUrl, listScenarios, listSets, updateSet } from './sets.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  scenarioSets_createFileUploads: createFileUploads,
  scenarioSets_list: listSets,
  scenarioSets_create: createSet,
  scenarioSets_generate: generateSet,
  scenarioSets_update: updateSet,
  scenarioSets_delete: deleteSet,
  scenarioSets_scenarios_list: listScenarios,
  scenarioSets_getDownloadUrl: getDownloadUrl,
  scenarioSets_library_list: listLibrary,
  scenarioSets_library_listScenarios: listLibraryScenarios,
  scenarioSets_createFromLibrary: copySet,
} satisfies Handlers
