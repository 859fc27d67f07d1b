/** Vector databases. The sandbox does not run the endpoints that serve their data. */
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { requireProjectId } from '../../shared/project-urns.ts'
import { listBackups } from './backups.ts'
import type { Handlers } from '../family.ts'
import { type Config, type VectorDatabase, checkSize } from './database-state.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    VectorDatabase: {
      token: string
      /** States of restores, by backup. */
      restores: Readonly<Record<string, string>>
      /** Backup of the restore in progress. */
      running?: string | null
      /** Time when it became online. */
      since?: number
    }
  }
}

const quantizations = ['none', 'pq', 'bq', 'sq', 'rq']

/** Smallest first; a database can only grow. */
const versions = ['1.31.8', '1.32.4', '1.33.1']

interface Names {
  readonly id?: string
  readonly backup_id?: string
}

/** Returns the database of the path, which the body may repeat. @throws Failure 404, 422 */
function requireActiveDatabase(path: Names & { readonly id: string }, body: Names, { engine }: AccountContext): VectorDatabase {
  const database = engine.get('VectorDatabase', path.id)
  for (const field of ['id', 'backup_id'] as const) {
    if (body[field] && body[field] !== path[field]) throw unprocessable(`${field}: is not the one of the path.`)
  }
  return database
}

/** @throws Failure 409 */
function checkActive({ status }: VectorDatabase): void {
  if (status !== 'active') throw conflict(`The vector database is ${status}; it must be active.`)
}

const update: Handler<'vectorDatabases_update'> = ({ path, body }, ctx) => {
  const { engine } = ctx
  const database = requireActiveDatabase(path, body, ctx)
  checkActive(database)
  const { id, config: before } = database
  const project = body.project_id ? { project_id: requireProjectId(ctx, body.project_id) } : {}
  const config = { ...before, ...parseConfig(body.config, before.weaviate_version) }
  const vector_db = engine.update('VectorDatabase', id, { ...project, config })
  if (config.weaviate_version === before.weaviate_version) return { vector_db }
  return { vector_db: engine.trigger('VectorDatabase', id, 'vectorDatabases_update') }
}

/** An empty value leaves the setting as it is. @throws Failure 422 */
function parseConfig(request: Operations['vectorDatabases_update']['body']['config'], present: string): Partial<Config> {
  const { default_quantization: quantization, weaviate_version: version, enable_auto_schema: schema } = request ?? {}
  if (quantization && !quantizations.includes(quantization))
    throw unprocessable(`config.default_quantization: must be one of ${quantizations.join(', ')}.`)
  if (version && !versions.includes(version))
    throw unprocessable(`config.weaviate_version: there is no version "${version}", only ${versions.join(', ')}.`)
  if (version && versions.indexOf(version) < versions.indexOf(present))
    throw unprocessable(`config.weaviate_version: must not be older than ${present}.`)
  return {
    ...(quantization && { default_quantization: quantization }),
    ...(version && { weaviate_version: version }),
    ...(schema !== undefined && { enable_auto_schema: schema }),
  }
}

const resize: Handler<'vectorDatabases_resize'> = ({ path, body }, ctx) => {
  const database = requireActiveDatabase(path, body, ctx)
  checkActive(database)
  const { id } = database
  const { size } = body
  checkSize(size)
  if (size === database.size) throw unprocessable(`size: the vector database is ${size} already.`)
  ctx.engine.update('VectorDatabase', id, { size })
  return { vector_db: ctx.engine.trigger('VectorDatabase', id, 'vectorDatabases_resize') }
}

const getCredentials: Handler<'vectorDatabases_getCredentials'> = ({ path: { id } }, { engine }) => {
  const { status } = engine.get('VectorDatabase', id)
  const { token, since } = engine.getHidden('VectorDatabase', id)
  if (since === undefined) throw conflict(`The vector database is ${status}; it has credentials once it is active.`)
  return { user_id: 'admin', api_token: token }
}

const backupsOf = ({ path: { id } }: Call<'vectorDatabases_backups_list' | 'vectorDatabases_backups_restore'>, ctx: AccountContext) =>
  listBackups(ctx, ctx.engine.get('VectorDatabase', id), ctx.engine.getHidden('VectorDatabase', id).since)

const restoreBackup: Handler<'vectorDatabases_backups_restore'> = (call, ctx) => {
  const { engine } = ctx
  const { id, backup_id } = call.path
  const database = requireActiveDatabase(call.path, call.body ?? {}, ctx)
  const backup = backupsOf(call, ctx).find((each) => each.backup_id === backup_id)
  if (!backup) throw notFound()
  checkActive(database)
  if (backup.status !== 'completed') throw conflict('The backup is not complete yet.')
  const { restores } = engine.getHidden('VectorDatabase', id)
  engine.setHidden('VectorDatabase', id, { restores: { ...restores, [backup_id]: 'in_progress' }, running: backup_id })
  engine.trigger('VectorDatabase', id, 'vectorDatabases_backups_restore')
  return { backup_id, status: 'in_progress' }
}

const getRestore: Handler<'vectorDatabases_backups_getRestore'> = ({ path: { id, backup_id } }, { engine }) => {
  const { restores } = engine.getHidden('VectorDatabase', id)
  const status = Object.hasOwn(restores, backup_id) ? restores[backup_id] : undefined
  if (status === undefined) throw notFound()
  return { backup_id, status }
}

export const handlers = {
  vectorDatabases_update: update,
  vectorDatabases_resize: resize,
  vectorDatabases_getCredentials: getCredentials,
  vectorDatabases_backups_list: (call, ctx) => answerValues(call, 'backups', backupsOf(call, ctx)),
  vectorDatabases_backups_restore: restoreBackup,
  vectorDatabases_backups_getRestore: getRestore,
} satisfies Handlers
