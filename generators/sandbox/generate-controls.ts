/**
 * Generates, from the OpenAPI document of the sandbox's control endpoints, their types, the validators of requests and responses, and the
 * served document.
 */
import { banner } from '../kit/banner.ts'
import type { GeneratedFile } from '../kit/generated-file.ts'
import { printSchema } from '../kit/print-schema.ts'
import { emitContent } from '../kit/request-types.ts'
import { createCompiler } from '../kit/validators/create-compiler.ts'
import { emitComment } from '../kit/emit-comment.ts'
import { emitIdentifier } from '../kit/emit-identifier.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import type { Api, BundledDocument, Operation, Parameter } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { getOperation, type RawOperation } from '../model/get-operation.ts'

const folder = 'packages/sandbox/src/generated'
const methods = ['get', 'post', 'delete'] as const

export function generateControls(document: BundledDocument): GeneratedFile[] {
  const operations = listOperations(document)
  const family = { name: 'controls', group: '', title: '', description: '', operations, schemas: [] }
  const api: Api = {
    name: 'sandbox',
    title: document.info.title,
    version: document.info.version,
    baseUrl: '',
    families: [family],
    rateLimits: [],
    document,
  }
  const compiler = createCompiler(api, 'sandbox')
  return [
    { path: `${folder}/controls.ts`, text: emitTypes(document, operations) },
    { path: `${folder}/controls.json`, text: JSON.stringify(document) },
    { path: `${folder}/validators/controls.js`, text: compiler.writeRequests(family) },
    { path: `${folder}/validators/controls.replies.js`, text: compiler.writeReplies(family) },
  ]
}

function listOperations(document: BundledDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method] as RawOperation | undefined
      if (!raw) return []
      const source = { file: 'packages/sandbox/control/openapi.yaml', pointer: `/paths/${path.replaceAll('/', '~1')}/${method}` }
      return [{ ...getOperation(document, { method, path, server: 'sandbox' }, raw, [], source), name: raw.operationId }]
    }),
  )
}

function emitTypes(document: BundledDocument, operations: readonly Operation[]): string {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>)
  const declarations = schemas.map(([name, schema]) => {
    const { text, isObject } = printSchema(schema)
    const comment = schema.description === undefined ? '' : emitComment([schema.description])
    return `${comment}export ${isObject ? `interface ${emitIdentifier(name)} ` : `type ${emitIdentifier(name)} = `}${text}\n`
  })
  const ids = operations.map((operation) => `  ${emitPropertyName(keyOf(operation))}: ${emitLiteral(operation.id)},\n`)
  return `${banner('sandbox', 'packages/sandbox/control/openapi.yaml')}
/** Request and response types of each control endpoint, by method and path. */
export interface Controls {
${operations.map(emitControl).join('')}}

/** Operation ids of the control endpoints, which name their validators. */
export const controlIds = {
${ids.join('')}} as const satisfies Readonly<Record<keyof Controls, string>>

${declarations.join('\n')}`
}

function emitControl(operation: Operation): string {
  const success = operation.replies.find(({ status }) => status.startsWith('2'))
  const body = operation.body ? emitContent(operation.body.content, new Set()) : 'undefined'
  const parts = [
    `path: ${emitParameters(operation.parameters, 'path')}`,
    `query: ${emitParameters(operation.parameters, 'query')}`,
    `body: ${body}`,
    `reply: ${emitContent(success?.content ?? [], new Set())}`,
  ]
  return `${emitComment([operation.summary], '  ')}  ${emitPropertyName(keyOf(operation))}: { ${parts.join('; ')} }\n`
}

function emitParameters(parameters: readonly Parameter[], location: Parameter['in']): string {
  const own = parameters.filter((parameter) => parameter.in === location)
  const fields = own.map(({ name, required, schema }) => `${emitPropertyName(name)}${required ? '' : '?'}: ${printSchema(schema).text}`)
  return fields.length === 0 ? 'Readonly<Record<never, never>>' : `{ ${fields.join('; ')} }`
}

function keyOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`
}
