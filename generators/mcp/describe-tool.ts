/** Describes a tool as a row of the server's tool table: its request and its response. */
import { type CalledOperation, describeArguments } from '../kit/describe-arguments.ts'
import { listSchemaSecrets } from '../kit/list-secrets.ts'
import type { Operation, Tool } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'

export function describeTool(tool: Tool, inputSchema: SchemaObject, target: CalledOperation): object {
  const { operation } = target
  const schemas = createSchemas(target.api)
  const secrets = listSchemaSecrets([inputSchema], schemas)
  return {
    name: tool.name,
    kind: tool.kind,
    idempotent: tool.idempotent,
    scopes: operation.scopes,
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    body: operation.body ? true : undefined,
    arguments: describeArguments(tool, target),
    oneOf: tool['require-one-of'],
    secrets: secrets.length > 0 ? secrets : undefined,
    reply: describeReply(operation, schemas, 'page' in tool.arguments),
  }
}

/** Returns `undefined` for a response without a body. */
function describeReply(operation: Operation, schemas: Schemas, isPaged: boolean): object | undefined {
  const schema = findReply(operation)
  if (!schema) return undefined
  const properties = schemas.propertiesOf(schema)
  const required = schemas.requiredOf(schema)
  const list = properties['meta'] && Object.keys(properties).find((name) => schemas.open(properties[name] ?? {}).type === 'array')
  if (properties['meta'] && list === undefined) throw new SpecError(operation.source, `${operation.id} has a meta and no list.`)
  const secrets = listSchemaSecrets([schema], schemas)
  return {
    list: list ? { root: list, paged: isPaged ? true : undefined } : undefined,
    keys: Object.keys(properties).filter((name) => !list || (name !== 'meta' && name !== 'links')),
    required: required.filter((name) => !list || name !== 'meta'),
    secrets: secrets.length > 0 ? secrets : undefined,
    showsSecrets: showsSecrets(operation) ? true : undefined,
  }
}

/** True for operations that read or create one resource: their callers need its secrets. Lists and updates mask them. */
export function showsSecrets({ effect }: Operation): boolean {
  return effect?.kind === 'gets' || effect?.kind === 'creates'
}

export function findReply(operation: Operation): SchemaObject | undefined {
  return operation.replies.find(({ status }) => status.startsWith('2'))?.content.find(({ mediaType }) => mediaType === 'application/json')
    ?.schema
}
