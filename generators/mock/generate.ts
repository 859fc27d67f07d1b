/**
 * Makes packages/mock/src/generated: the document Prism is started with, and the list of what it can answer. Both are build
 * output and not committed; what a person reviews is the specification.
 */
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
