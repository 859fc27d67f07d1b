/**
 * Makes packages/mock/src/generated: the document Prism is started with, and the list of what it can answer. Both are build
 * output and not committed; what a person reviews is the specification.
 */
import type { GeneratedFile } from '../kit/generated-file.ts'
import type { ApiModel } from '../model/api-model.ts'
import { createContext } from './api-context.ts'
import { listScenarios } from './list-scenarios.ts'
import { mergeDocuments } from './merge-documents.ts'

const folder = 'packages/mock/src/generated'

export function generateMock(model: ApiModel): GeneratedFile[] {
  const document = mergeDocuments(model)
  const scenarios = model.apis.flatMap((api) => listScenarios(createContext(api), document))
  return [
    { path: `${folder}/openapi.json`, text: writeByLine(document, 3) },
    { path: `${folder}/scenarios.json`, text: writeByLine(scenarios, 1) },
  ]
}

/** JSON with one operation or component on each line: small to load, and still possible to compare. */
function writeByLine(value: unknown, levels: number): string {
  return `${indent(value, levels, '')}\n`
}

function indent(value: unknown, levels: number, margin: string): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value).map(([name, member]) => {
    const text = indent(member, levels - 1, `${margin}  `)
    return `${margin}  ${Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`}`
  })
  return `${open}\n${members.join(',\n')}\n${margin}${close}`
}
