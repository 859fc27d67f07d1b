/** Generates packages/mock/src/generated: the document for Prism, and the list of scenarios. Both are build output. */
import type { GeneratedFile } from '../kit/generated-file.ts'
import { printJson } from '../kit/print-json.ts'
import type { ApiModel } from '../model/api-model.ts'
import { createContext } from './api-context.ts'
import { listScenarios } from './list-scenarios.ts'
import { mergeDocuments } from './merge-documents.ts'

const folder = 'packages/mock/src/generated'

export function generateMock(model: ApiModel): GeneratedFile[] {
  const document = mergeDocuments(model)
  const scenarios = model.apis.flatMap((api) => listScenarios(createContext(api), document))
  return [
    { path: `${folder}/openapi.json`, text: printJson(document, 3) },
    { path: `${folder}/scenarios.json`, text: printJson(scenarios, 1) },
  ]
}
