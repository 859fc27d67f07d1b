/** Vector databases. Their content is reached over their own endpoints, which are not part of the sandbox. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'
import { openRegion } from '../../shared/open-region.ts'
import { defaultProject } from '../../shared/project-urns.ts'
import { listBackups } from './backups.ts'

const kind = 'VectorDatabase'
const sizes = ['small', 'medium', 'large']
const quantizations = ['none', 'pq', 'bq', 'sq', 'rq']
/** The oldest first; a database can only go to the right. */
const versions = ['1.31.8', '1.32.4', '1.33.1']
const usualConfig = { default_quantization: 'none', enable_auto_schema: true, weaviate_version: '1.32.4' }
const seconds = { creating: 60, resizing: 30, restoring: 30, updating: 30 } as const

type Work = keyof typeof seconds

const keyOf = (call: Call): Key => ({ kind, id: String(call.path['id']) })
const reply = (database: Value) => ({ body: JSON.stringify({ vector_db: database }) })

const list: Behavior = (call, { engine }) => {
  const page = engine.list({ kind, order: 'newest', page: readPage(call) })
  const { body, headers = {} } = replyPage(call, 'vector_dbs', page)
  return { body: JSON.stringify({ ...(JSON.parse(String(body)) as object), total: page.total }), headers }
}

const create: Behavior = (call, world) => {
  const { engine, ids, owner } = world
  const { name, region, size, tags, project_id: project } = readBody(call)
  openRegion(world, region)
  checkSize(size)
  const fields = {
    name,
    region,
    size,
    tags: tags ?? [],
    project_id: readProject(world, project) ?? defaultProject(world).id,
    owner_uuid: owner.team.uuid,
    config: usualConfig,
  }
  const database = engine.create(kind, fields, { lifecycle: false, hidden: { token: ids.hex(40), restores: {} } })
  begin(world, String(database['id']), 'creating')
  return reply(database)
}

/** @throws Failure 422 */
function readProject({ engine }: World, id: unknown): string | undefined {
  if (typeof id !== 'string' || id === '') return undefined
  if (!engine.find({ kind: 'Project', id })) throw unprocessable(`project_id: there is no project "${id}".`)
  return id
}

function checkSize(size: unknown): void {
  if (!sizes.includes(String(size))) throw unprocessable(`size: there is no size "${String(size)}", only ${sizes.join(', ')}.`)
}

function begin(world: World, id: string, work: Work): void {
  later(world, seconds[work], 'vectorDatabases.finish', { id, work })
}

interface Finished {
  readonly id: string
  readonly work: Work
}

function finish({ id, work }: Finished, { engine, clock }: World): void {
  const key: Key = { kind, id }
  const database = engine.find(key)
  if (database?.['status'] !== work) return
  const name = String(database['name'])
  const { restores, running, since } = engine.hidden(key)
  const isRestored = work === 'restoring' && typeof running === 'string'
  if (isRestored) engine.hide(key, { restores: { ...(restores as object), [running]: 'completed' }, running: null })
  if (since === undefined) engine.hide(key, { since: clock.now() })
  engine.change(key, {
    status: 'active',
    updated_at: clock.stamp(),
    endpoints: { http: `https://${name}.vectors.spindrift.example`, grpc: `grpc-${name}.vectors.spindrift.example:443` },
    ...(isRestored && { last_restore_id: running }),
  })
}

/** The database of the path, which the body may name once more. @throws Failure 404, 422 */
function open(call: Call, { engine }: World): Value {
  const database = engine.get(keyOf(call))
  for (const field of ['id', 'backup_id']) {
    const given = readBody(call)[field]
    if (given !== undefined && given !== '' && given !== call.path[field]) throw unprocessable(`${field}: is not the one of the path.`)
  }
  return database
}

/** @throws Failure 409 */
function checkActive({ status }: Value): void {
  if (status !== 'active') throw conflict(`The vector database is ${String(status)}; it must be active.`)
}

const update: Behavior = (call, world) => {
  const { engine } = world
  const key = keyOf(call)
  const database = open(call, world)
  checkActive(database)
  const { config, project_id: asked } = readBody(call)
  const project = readProject(world, asked)
  const before = database['config'] as typeof usualConfig // every database has it since it was made
  const next = { ...before, ...readConfig(config, before.weaviate_version) }
  engine.update(key, { ...(project !== undefined && { project_id: project }), config: next })
  if (next.weaviate_version !== before.weaviate_version) {
    engine.change(key, { status: 'updating' })
    begin(world, key.id, 'updating')
  }
  return reply(engine.get(key))
}

/** @throws Failure 422 */
function readConfig(given: unknown, present: string): Value {
  const { default_quantization: quantization, weaviate_version: version, enable_auto_schema: schema } = isRecord(given) ? given : {}
  if (quantization !== undefined && !quantizations.includes(String(quantization)))
    throw unprocessable(`config.default_quantization: must be one of ${quantizations.join(', ')}.`)
  if (version !== undefined && !versions.includes(String(version)))
    throw unprocessable(`config.weaviate_version: there is no version "${String(version)}", only ${versions.join(', ')}.`)
  if (version !== undefined && versions.indexOf(String(version)) < versions.indexOf(present))
    throw unprocessable(`config.weaviate_version: must not be older than ${present}.`)
  return {
    ...(quantization !== undefined && { default_quantization: quantization }),
    ...(version !== undefined && { weaviate_version: version }),
    ...(schema !== undefined && { enable_auto_schema: schema }),
  }
}

const resize: Behavior = (call, world) => {
  const database = open(call, world)
  checkActive(database)
  const { size } = readBody(call)
  checkSize(size)
  if (size === database['size']) throw unprocessable(`size: the vector database is ${String(size)} already.`)
  world.engine.update(keyOf(call), { size })
  begin(world, String(database['id']), 'resizing')
  return reply(world.engine.change(keyOf(call), { status: 'resizing' }))
}

const updateTags: Behavior = (call, world) => {
  open(call, world)
  return reply(world.engine.update(keyOf(call), { tags: readBody(call)['tags'] ?? [] }))
}

const getCredentials: Behavior = (call, { engine }) => {
  const { status } = engine.get(keyOf(call))
  const { token, since } = engine.hidden(keyOf(call))
  if (since === undefined) throw conflict(`The vector database is ${String(status)}; it has credentials once it is active.`)
  return { body: JSON.stringify({ user_id: 'admin', api_token: token }) }
}

const backupsOf = (call: Call, world: World) => listBackups(world, world.engine.get(keyOf(call)), world.engine.hidden(keyOf(call))['since'])

const restore: Behavior = (call, world) => {
  const { engine } = world
  const key = keyOf(call)
  const database = open(call, world)
  const id = String(call.path['backup_id'])
  const backup = backupsOf(call, world).find((each) => each['backup_id'] === id)
  if (!backup) throw notFound()
  checkActive(database)
  if (backup['status'] !== 'completed') throw conflict('The backup is not complete yet.')
  engine.hide(key, { restores: { ...(engine.hidden(key)['restores'] as object), [id]: 'in_progress' }, running: id })
  engine.update(key, {})
  engine.change(key, { status: 'restoring' })
  begin(world, key.id, 'restoring')
  return { body: JSON.stringify({ backup_id: id, status: 'in_progress' }) }
}

const getRestore: Behavior = (call, { engine }) => {
  engine.get(keyOf(call))
  const id = String(call.path['backup_id'])
  const { restores } = engine.hidden(keyOf(call))
  const status = isRecord(restores) && Object.hasOwn(restores, id) ? restores[id] : undefined
  if (status === undefined) throw notFound()
  return { body: JSON.stringify({ backup_id: id, status }) }
}

export const vectorDatabases: FamilyBehavior = {
  operations: {
    vectorDatabases_list: list,
    vectorDatabases_create: create,
    vectorDatabases_update: update,
    vectorDatabases_resize: resize,
    vectorDatabases_update_tags: updateTags,
    vectorDatabases_get_credentials: getCredentials,
    vectorDatabases_list_backups: (call, world) => replyValues(call, 'backups', backupsOf(call, world)),
    vectorDatabases_restore_backup: restore,
    vectorDatabases_get_restore: getRestore,
  },
  due: { 'vectorDatabases.finish': finish },
}
