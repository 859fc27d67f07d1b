/** Scenario sets for simulations: from the request, uploaded, generated from a goal or copied from the library. */
import { createFileUploads } from '../../shared/file-uploads.ts'
import { copySet, getDownloadUrl, listLibrary, listLibraryScenarios } from './sets.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  scenarioSets_createFileUploads: createFileUploads,
  scenarioSets_getDownloadUrl: getDownloadUrl,
  scenarioSets_library_list: listLibrary,
  scenarioSets_library_listScenarios: listLibraryScenarios,
  scenarioSets_createFromLibrary: copySet,
} satisfies Handlers
