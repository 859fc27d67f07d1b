/** Sets of scenarios for simulations: sent, uploaded, generated from a goal or copied from the library. */
import type { FamilyBehavior } from '../family.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import { listLibrary, listLibraryScenarios } from './library.ts'
import {
  copySet,
  createSet,
  deleteSet,
  finishGenerating,
  generateSet,
  getDownloadUrl,
  listScenarios,
  listSets,
  removeFile,
  updateSet,
} from './sets.ts'

export const scenarioSets: FamilyBehavior = {
  behaviors: {
    scenarioSets_create_file_uploads: createFileUploads,
    scenarioSets_list: listSets,
    scenarioSets_create: createSet,
    scenarioSets_create_from_goal: generateSet,
    scenarioSets_update: updateSet,
    scenarioSets_delete: deleteSet,
    scenarioSets_list_scenarios: listScenarios,
    scenarioSets_get_download_url: getDownloadUrl,
    scenarioSets_list_library: listLibrary,
    scenarioSets_list_library_scenarios: listLibraryScenarios,
    scenarioSets_create_from_library: copySet,
  },
  kinds: { ScenarioSet: { removed: removeFile } },
  due: { 'scenarioSets.generate': finishGenerating },
}
