/** The whole schema of each tool's arguments, with a sentence for every setting: too long for the list that every model reads. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { loadChecks } from '../arguments/check-arguments.ts'
import type { ListedTool } from '../tables/tool-row.ts'

const prefix = 'spindrift://tools/'
const mimeType = 'application/schema+json'

interface Named {
  readonly name: string
  readonly listed: Pick<ListedTool, 'inputSchema'>
}

export function listResources(tools: readonly Named[]) {
  return {
    resources: tools.map(({ name }) => ({ uri: `${prefix}${name}`, name, title: `The arguments of ${name}`, mimeType })),
  }
}

export async function readResource(uri: string, tools: readonly Named[]) {
  const tool = tools.find(({ name }) => uri === `${prefix}${name}`)
  if (!tool) throw new ResourceNotFoundError(uri)
  // The three tools of the control API have no longer schema than the one that is listed.
  const schema = (await loadChecks()).inputSchemas[tool.name] ?? tool.listed.inputSchema
  return { contents: [{ uri, mimeType, text: JSON.stringify(schema) }] }
}
