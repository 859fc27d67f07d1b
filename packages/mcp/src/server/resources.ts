/** Resources with the full argument schema of each tool, which is too long for the list of tools. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { loadChecks } from '../arguments/check-arguments.ts'
import type { ListedTool } from '../tables/tool-row.ts'

const prefix = 'spindrift://tools/'
const mimeType = 'application/schema+json'

interface ResourceTool {
  readonly name: string
  readonly definition: Pick<ListedTool, 'inputSchema'>
}

export function listResources(tools: readonly ResourceTool[]) {
  return {
    resources: tools.map(({ name }) => ({ uri: `${prefix}${name}`, name, title: `Arguments of ${name}`, mimeType })),
  }
}

export async function getResource(uri: string, tools: readonly ResourceTool[]) {
  const tool = tools.find(({ name }) => uri === `${prefix}${name}`)
  if (!tool) throw new ResourceNotFoundError(uri)
  // The control tools have no longer schema than the listed one.
  const schema = (await loadChecks()).inputSchemas[tool.name] ?? tool.definition.inputSchema
  return { contents: [{ uri, mimeType, text: JSON.stringify(schema) }] }
}
