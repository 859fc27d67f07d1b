/** The whole schema of each tool's arguments, with a sentence for every setting: too long for the list that every model reads. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { loadChecks } from '../arguments/check-arguments.ts'

const prefix = 'spindrift://tools/'
const mimeType = 'application/schema+json'

interface Named {
  readonly name: string
}

export function listResources(tools: readonly Named[]) {
  return {
    resources: tools.map(({ name }) => ({ uri: `${prefix}${name}`, name, title: `The arguments of ${name}`, mimeType })),
  }
}

export async function readResource(uri: string, tools: readonly Named[]) {
  const tool = tools.find(({ name }) => uri === `${prefix}${name}`)
  const schema = tool && (await loadChecks()).inputSchemas[tool.name]
  if (!schema) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType, text: JSON.stringify(schema) }] }
}
