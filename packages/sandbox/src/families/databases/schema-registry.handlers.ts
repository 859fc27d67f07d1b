/**
 * Schema registry of a Kafka cluster. A subject is stored as its newest version, with all versions and its level as hidden fields.
 * The compatibility level is stored and returned; versions are not compared.
 */
import type { Call, Handler } from '../../engine/call.ts'
import { notFound, unprocessable, preconditionFailed } from '../../engine/failure.ts'
import type { ObjectKey } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { SchemaLevel } from './cluster-state.ts'
import { type ClusterContext, requireClusterOf } from './clusters.ts'
import { parseJson } from '../../validation/parse-json.ts'
import type { Handlers } from '../family.ts'
import { parseConfig } from './config.ts'
import type { InCluster } from './connection.ts'

/** @throws Failure 404, 412 while the registry is off, 422 */
export function requireSchemaRegistry(call: InCluster, ctx: AccountContext): ClusterContext {
  const cluster = requireClusterOf(['kafka'], 'a schema registry', call, ctx)
  if (!parseConfig(ctx, cluster).schema_registry)
    throw preconditionFailed('The schema registry is off. Set schema_registry in the configuration of the cluster to true first.')
  return cluster
}

type Schema = Kinds['DatabaseSchema']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    DatabaseSchema: {
      /** Oldest first. */
      versions: readonly Schema[]
      level?: SchemaLevel
    }
  }
}

interface OpenSubject {
  readonly cluster: ClusterContext
  readonly at: ObjectKey<'DatabaseSchema'>
  readonly subject: Schema
}

type OfSubject =
  | 'databases_schemas_get'
  | 'databases_schemas_getVersion'
  | 'databases_schemas_getSubjectConfig'
  | 'databases_schemas_updateSubjectConfig'

/** @throws Failure 404 */
function openSubject(call: Call<OfSubject>, ctx: AccountContext): OpenSubject {
  const cluster = requireSchemaRegistry(call, ctx)
  const at = { parent: cluster.parent, id: call.path.subject_name }
  return { cluster, at, subject: ctx.engine.get('DatabaseSchema', at) }
}

const create: Handler<'databases_schemas_create'> = (call, ctx) => {
  const { engine } = ctx
  const cluster = requireSchemaRegistry(call, ctx)
  const { parent } = cluster
  const { subject_name, schema_type, schema } = call.body
  validateSchema(schema_type, schema)
  const at = { parent, id: subject_name }
  const newest = engine.find('DatabaseSchema', at)
  if (!newest) {
    const first = { schema_id: idOf(ctx, cluster, schema_type, schema), version: '1', subject_name, schema_type, schema }
    return engine.create('DatabaseSchema', first, { parent, hidden: { versions: [first] } })
  }
  if (languageOf(newest.schema_type) !== languageOf(schema_type))
    throw unprocessable(`schema_type: the subject's schemas are of the type ${newest.schema_type}.`)
  if (newest.schema === schema) return newest
  const { versions } = engine.getHidden('DatabaseSchema', at)
  const id = idOf(ctx, cluster, schema_type, schema)
  const next = { schema_id: id, version: String(versions.length + 1), subject_name, schema_type, schema }
  engine.setHidden('DatabaseSchema', at, { versions: [...versions, next] })
  return engine.setFields('DatabaseSchema', at, next)
}

/** Schema types in the spelling of the client: some send `AVRO`, some `avro`, and each gets its own spelling back. */
const languageOf = (type: Schema['schema_type']): string => String(type).toUpperCase()

/** @throws Failure 422 when an Avro or JSON schema is not JSON */
function validateSchema(type: Schema['schema_type'], text: string): void {
  const language = languageOf(type)
  if (language === 'PROTOBUF') return
  try {
    parseJson(text)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw unprocessable(`schema: is not a valid ${language} schema: ${error.message}.`)
  }
}

/** Equal schemas have the same id in all subjects. */
function idOf({ engine, store }: AccountContext, { parent, key }: ClusterContext, type: Schema['schema_type'], schema: string): number {
  for (const { subject_name: id } of engine.list('DatabaseSchema', { parent })) {
    const { versions } = engine.getHidden('DatabaseSchema', { parent, id })
    const same = versions.find((version) => version.schema === schema && languageOf(version.schema_type) === languageOf(type))
    if (same) return same.schema_id
  }
  return store.nextCounter(`schema:${key.id}`, 1)
}

const getVersion: Handler<'databases_schemas_getVersion'> = (call, ctx) => {
  const { versions } = ctx.engine.getHidden('DatabaseSchema', openSubject(call, ctx).at)
  const number = call.path.version
  const found = number === 'latest' ? versions.at(-1) : versions.find(({ version }) => version === number)
  if (!found) throw notFound()
  return found
}

/** Returns the level of the subject, or of the registry. */
function levelOf({ engine }: AccountContext, { key }: ClusterContext, subject?: ObjectKey<'DatabaseSchema'>): SchemaLevel {
  const own = subject && engine.getHidden('DatabaseSchema', subject).level
  return own ?? engine.getHidden('DatabaseCluster', key).schemaLevel ?? 'BACKWARD'
}

const updateConfig: Handler<'databases_schemas_updateConfig'> = (call, ctx) => {
  const { key } = requireSchemaRegistry(call, ctx)
  const { compatibility_level } = call.body
  ctx.engine.setHidden('DatabaseCluster', key, { schemaLevel: compatibility_level })
  return { compatibility_level }
}

const getSubjectConfig: Handler<'databases_schemas_getSubjectConfig'> = (call, ctx) => {
  const { cluster, at, subject } = openSubject(call, ctx)
  return { subject_name: subject.subject_name, compatibility_level: levelOf(ctx, cluster, at) }
}

const updateSubjectConfig: Handler<'databases_schemas_updateSubjectConfig'> = (call, ctx) => {
  const { at, subject } = openSubject(call, ctx)
  const { compatibility_level } = call.body
  ctx.engine.setHidden('DatabaseSchema', at, { level: compatibility_level })
  return { subject_name: subject.subject_name, compatibility_level }
}

export const schemaRegistryHandlers = {
  databases_schemas_create: create,
  databases_schemas_get: (call, ctx) => openSubject(call, ctx).subject,
  databases_schemas_getVersion: getVersion,
  databases_schemas_getConfig: (call, ctx) => ({ compatibility_level: levelOf(ctx, requireSchemaRegistry(call, ctx)) }),
  databases_schemas_updateConfig: updateConfig,
  databases_schemas_getSubjectConfig: getSubjectConfig,
  databases_schemas_updateSubjectConfig: updateSubjectConfig,
} satisfies Handlers
