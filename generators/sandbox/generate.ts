/**
 * Generates packages/sandbox/src/generated: tables of operations, resources and tools, compiled validators of requests and responses per
 * family, and the data of the console. The engine that interprets the tables is written by hand.
 */
import { banner } from '../kit/banner.ts'
import { copyRuntime } from '../kit/copy-runtime.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { listSecrets } from '../kit/list-secrets.ts'
import { withoutCache, type Memoize } from '../kit/memoize.ts'
import { getPageAddress } from '../kit/page-address.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import { emitPath } from '../kit/emit-path.ts'
import type { Api, ApiModel, Family, NamedSchema } from '../model/api-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { describeConsole } from './describe-console.ts'
import { describeOperation } from './describe-operation.ts'
import { describeLifecycle, describeResource } from './describe-resource.ts'
import { describeTool } from './describe-tool.ts'
import { listInputs } from '../kit/validators/list-inputs.ts'
import { createSchemas } from '../model/schemas.ts'
import { listWorldKinds } from './list-world-kinds.ts'
import { emitTokenLimits } from '../kit/emit-token-limits.ts'
import { emitHandlers } from './emit-handlers.ts'
import { type TypedPart, emitTypes } from './emit-types.ts'
import { emitWorldKinds, emitWorldSchema } from './emit-world.ts'
import { createCompiler } from '../kit/validators/create-compiler.ts'

const folder = 'packages/sandbox/src/generated'

export interface Part {
  readonly api: Api
  readonly family: Family
}

export function generateSandbox(model: ApiModel, memoize: Memoize = withoutCache): GeneratedFile[] {
  const parts = model.apis
    .flatMap((api) => api.families.map((family) => ({ api, family })))
    .toSorted((a, b) => compareText(a.family.name, b.family.name))
  const withOperations = parts.filter(({ family }) => family.operations.length > 0)
  const worldKinds = listWorldKinds(model)
  return [
    { path: `${folder}/operations.ts`, text: emitOperations(withOperations) },
    { path: `${folder}/resources.ts`, text: emitResources(parts) },
    { path: `${folder}/tools.ts`, text: emitTools(withOperations, model.apis) },
    { path: `${folder}/types.ts`, text: emitTypes(listTyped(parts), findHomes(model)) },
    { path: `${folder}/handlers.ts`, text: emitHandlers(withOperations) },
    { path: `${folder}/secrets.ts`, text: emitSecrets(model) },
    emitTokenLimits('sandbox', `${folder}/token-limits.ts`, model),
    { path: `${folder}/pages.json`, text: emitPages(withOperations) },
    { path: `${folder}/world-kinds.ts`, text: emitWorldKinds(worldKinds) },
    { path: `${folder}/world.schema.json`, text: emitWorldSchema(worldKinds) },
    copyRuntime('sandbox', `${folder}/tool-calls.ts`, 'tool-calls.ts'),
    copyRuntime('sandbox', `${folder}/mask-secrets.ts`, 'mask-secrets.ts'),
    copyRuntime('sandbox', `${folder}/validators/helpers.js`, 'validator-helpers.js'),
    ...describeConsole(model),
    ...model.apis.flatMap((api) => memoize(listInputs(api), () => compileApi(api))),
  ]
}

function emitOperations(parts: readonly Part[]): string {
  const rows = parts.flatMap(({ api, family }) => {
    const schemas = createSchemas(api)
    return family.operations.map((operation) => `  ${emitLiteral(describeOperation(api, family, operation, schemas))},\n`)
  })
  return `${banner('sandbox')}import type { OperationRow } from '../tables/operation-row.ts'\n\n/** Every operation of every API, with its path, effect and required credential. */\nexport const operationRows: readonly OperationRow[] = [\n${rows.join('')}]\n`
}

function emitResources(parts: readonly Part[]): string {
  const seen = new Set<string>()
  const rows = parts.flatMap(({ api, family }) => {
    const schemas = createSchemas(api)
    return family.schemas.filter(isNew(seen)).map((schema) => {
      const row = describeResource(api, family.name, schema, schemas)
      return `  ${emitPropertyName(schema.name)}: ${emitLiteral(row)},\n`
    })
  })
  return `${banner('sandbox')}import type { LifecycleRow, ResourceRow } from '../tables/resource-row.ts'\n\n/** Every stored resource, with its id, initial value and state machine. */\nexport const resourceRows: Readonly<Record<string, ResourceRow>> = {\n${rows.join('')}}\n\n/** State machines of objects that are parts of resources, by schema. */\nexport const partLifecycles: Readonly<Record<string, LifecycleRow>> = ${emitLiteral(Object.fromEntries(listPartLifecycles(parts)))}\n`
}

function listPartLifecycles(parts: readonly Part[]) {
  const schemas = parts.flatMap(({ family }) => family.schemas).filter(({ resource, lifecycle }) => resource === undefined && lifecycle)
  return schemas.map(({ name, lifecycle }) => [name, describeLifecycle(lifecycle)] as const)
}

function emitTools(parts: readonly Part[], apis: readonly Api[]): string {
  const rows = parts.flatMap(({ family }) =>
    family.operations.flatMap((operation) => {
      const row = describeTool(operation, apis)
      return row ? [`  ${emitPropertyName(operation.id)}: ${emitLiteral(row)},\n`] : []
    }),
  )
  return `${banner('sandbox')}import type { ToolRow } from '../tables/tool-row.ts'\n\n/** Every tool by operation id, with the control operation that it calls and its arguments. */\nexport const toolRows: Readonly<Record<string, ToolRow>> = {\n${rows.join('')}}\n`
}

/** Emits the reference page of each operation, for links in error messages. */
function emitPages(parts: readonly Part[]): string {
  const pages = parts.flatMap(({ api, family }) =>
    family.operations.map((operation) => [operation.id, `${getPageAddress(api, family, operation)}.html`]),
  )
  return JSON.stringify(Object.fromEntries(pages))
}

function emitSecrets(model: ApiModel): string {
  return `${banner('sandbox')}/** Secret properties of all APIs; generators/kit/list-secrets.ts describes the entries. */\nexport const secretProperties: readonly string[] = ${emitLiteral(listSecrets(model))}\n`
}

function listTyped(parts: readonly Part[]): TypedPart[] {
  const seen = new Set<string>()
  return parts.map(({ api, family }) => ({ api, family, kinds: family.schemas.filter(isNew(seen)) }))
}

/** Filter for resources that no earlier bundle contains. */
function isNew(seen: Set<string>): (schema: NamedSchema) => boolean {
  return (schema) => {
    if (schema.resource === undefined || seen.has(schema.name)) return false
    seen.add(schema.name)
    return true
  }
}

function compileApi(api: Api): GeneratedFile[] {
  const compiler = createCompiler(api, 'sandbox')
  return api.families
    .filter(({ operations }) => operations.length > 0)
    .flatMap((family) => [
      { path: emitPath(`${folder}/validators`, `${family.name}.js`), text: compiler.writeRequests(family) },
      { path: emitPath(`${folder}/validators`, `${family.name}.replies.js`), text: compiler.writeReplies(family) },
    ])
}
