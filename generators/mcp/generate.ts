/**
 * Generates packages/mcp/src/generated: tool definitions, the request of each tool, full argument schemas and compiled validators. The
 * server that interprets the tables is written by hand.
 */
import { banner } from '../kit/banner.ts'
import { copyRuntime } from '../kit/copy-runtime.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { type Memoize, withoutCache } from '../kit/memoize.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import { emitPath } from '../kit/emit-path.ts'
import type { Api, ApiModel, Family, Operation, Tool } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas } from '../model/schemas.ts'
import { widenAllValues } from '../kit/widen-values.ts'
import { createCompiler } from '../kit/validators/create-compiler.ts'
import { listInputs } from '../kit/validators/list-inputs.ts'
import { type CalledOperation, findCalledOperation } from '../kit/describe-arguments.ts'
import { describeTool } from './describe-tool.ts'
import { inlineSchema } from './inline-schema.ts'
import { listTool } from './list-tool.ts'
import { emitCatalog } from './emit-catalog.ts'

const folder = 'packages/mcp/src/generated'

interface Entry {
  readonly api: Api
  readonly family: Family
  readonly operation: Operation
  readonly tool: Tool
  readonly inputSchema: SchemaObject
  readonly target: CalledOperation
}

export function generateMcp(model: ApiModel, memoize: Memoize = withoutCache): GeneratedFile[] {
  const entries = listEntries(model)
  return [
    { path: `${folder}/tools.ts`, text: emitTools(entries) },
    { path: `${folder}/listing.ts`, text: emitListing(entries) },
    { path: `${folder}/schemas.ts`, text: emitSchemas(entries) },
    copyRuntime('mcp', `${folder}/tool-calls.ts`, 'tool-calls.ts'),
    copyRuntime('mcp', `${folder}/mask-secrets.ts`, 'mask-secrets.ts'),
    copyRuntime('mcp', `${folder}/validators/helpers.js`, 'validator-helpers.js'),
    ...emitValidators(entries, memoize),
    ...emitCatalog(model, folder),
  ]
}

function listEntries(model: ApiModel): Entry[] {
  return model.apis
    .flatMap((api) => api.families.flatMap((family) => family.operations.map((operation) => ({ api, family, operation }))))
    .flatMap(({ api, family, operation }) => {
      if (!operation.tool) return []
      const target = findCalledOperation(model.apis, operation.tool, operation)
      const schema = operation.body?.content.find(({ mediaType }) => mediaType === 'application/json')?.schema ?? { type: 'object' }
      return [{ api, family, operation, tool: operation.tool, inputSchema: inlineSchema(schema, createSchemas(api)), target }]
    })
    .toSorted((a, b) => compareText(a.tool.name, b.tool.name))
}

function emitTools(entries: readonly Entry[]): string {
  const rows = entries.map(({ tool, inputSchema, target }) => `  ${emitLiteral(describeTool(tool, inputSchema, target))},\n`)
  return `${banner('mcp')}import type { ToolRow } from '../tables/tool-row.ts'\n\n/** Every tool, with its request, arguments and response. */\nexport const toolRows: readonly ToolRow[] = [\n${rows.join('')}]\n`
}

function emitListing(entries: readonly Entry[]): string {
  const rows = entries.map(
    ({ tool, operation, inputSchema, target }) =>
      `  ${emitLiteral(widenAllValues(listTool(tool, operation, inputSchema, target.operation, createSchemas(target.api))))},\n`,
  )
  return `${banner('mcp')}import type { ListedTool } from '../tables/tool-row.ts'\n\n/** Every tool as listed to clients, in the order of \`toolRows\`. */\nexport const listedTools: readonly ListedTool[] = [\n${rows.join('')}]\n`
}

function emitSchemas(entries: readonly Entry[]): string {
  const rows = entries.map(({ tool, inputSchema }) => `  ${emitPropertyName(tool.name)}: ${emitLiteral(widenAllValues(inputSchema))},\n`)
  return `${banner('mcp')}import type { ArgumentSchema } from '../tables/tool-row.ts'\n\n/** Full argument schemas by tool, for error messages and for the schema resource. */\nexport const inputSchemas: Readonly<Record<string, ArgumentSchema>> = {\n${rows.join('')}}\n`
}

/** Emits the validators of the families that have tools, and an index by tool name. */
function emitValidators(entries: readonly Entry[], memoize: Memoize): GeneratedFile[] {
  const families = new Map(entries.map(({ api, family }) => [family.name, { api, family }]))
  const apis = [...new Set(entries.map(({ api }) => api))]
  const files = memoize(['mcp', entries.map(({ operation }) => operation.id), apis.map(listInputs)], () =>
    [...families.values()].map(({ api, family }) => {
      const own = { ...family, operations: family.operations.filter(({ tool }) => tool) }
      return { path: emitPath(`${folder}/validators`, `${family.name}.js`), text: createCompiler(api, 'mcp').writeRequests(own) }
    }),
  )
  const names = entries.map(
    ({ tool, operation, family }) =>
      `  ${emitPropertyName(tool.name)}: ${operation.body ? `${emitFamilyName(family)}.body_${operation.id}` : 'undefined'},\n`,
  )
  const imports = [...families.values()].map(({ family }) => `import * as ${emitFamilyName(family)} from './${family.name}.js'\n`)
  const index = `${banner('mcp')}${imports.join('')}\n/** Validators by tool. */\nexport const validators = {\n${names.join('')}}\n`
  const types = `${banner('mcp')}import type { CompiledValidator } from '../../arguments/check-arguments.ts'\n\nexport declare const validators: Readonly<Record<string, CompiledValidator | undefined>>\n`
  return [...files, { path: `${folder}/validators/index.js`, text: index }, { path: `${folder}/validators/index.d.ts`, text: types }]
}

function emitFamilyName({ group }: Family): string {
  return `${group}Family`
}
