/** Where logs can be sent. The credentials are kept hidden and shown only with a sink. */
import { databaseEngines } from '../../catalogue/database-engines.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { destinationKey, listSinks } from './describe-sink.ts'

const kind = 'MonitoringDestination'

interface Settings {
  readonly name: string
  readonly type: string
  readonly config: Value
}

/** @throws Failure 404, 422 */
function readSettings({ engine, ids }: World, request: Value): Settings {
  const { name = '', type } = request
  // The schema has checked that it is an object.
  const {
    endpoint,
    cluster_uuid: cluster,
    cluster_name: shown,
    credentials,
    index_name: index = 'logs',
    retention_days: days = 14,
  } = request['config'] as Value
  const rest = { index_name: index, retention_days: days }
  if (type === 'opensearch_ext') {
    if (credentials === undefined) throw unprocessable('config.credentials: must be given for a cluster outside the platform.')
    return { name: String(name), type, config: { id: ids.uuid(), endpoint, ...rest } }
  }
  if (typeof cluster !== 'string' || cluster === '') throw unprocessable('config.cluster_uuid: must name a database cluster.')
  const found = engine.find({ kind: 'DatabaseCluster', id: cluster })
  if (!found) throw notFound()
  if (databaseEngines.find(({ slug }) => slug === found['engine'])?.base !== 'opensearch')
    throw unprocessable(`config.cluster_uuid: "${String(found['name'])}" does not run OpenSearch.`)
  const clusterName = typeof shown === 'string' && shown !== '' ? shown : found['name']
  const config = { id: ids.uuid(), endpoint, cluster_uuid: cluster, cluster_name: clusterName, ...rest }
  return { name: String(name), type: String(type), config }
}

const keep = ({ engine }: World, key: Key, settings: Settings, request: Value) => {
  const { credentials } = request['config'] as Value
  // Set, not merged with the blank: each type has only its own settings.
  const destination = engine.change(key, { ...settings })
  engine.hide(key, { credentials: settings.type === 'opensearch_ext' ? credentials : undefined })
  return destination
}

const create: Behavior = (call, world) => {
  const request = readBody(call)
  const settings = readSettings(world, request)
  const { id } = world.engine.create(kind, {})
  return { body: JSON.stringify({ destination: keep(world, destinationKey(id), settings, request) }) }
}

const replace: Behavior = (call, world) => {
  const key = openKey(call, world)
  const request = readBody(call)
  keep(world, key, readSettings(world, request), request)
  return {}
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  const used = listSinks(world).filter(({ destination }) => isRecord(destination) && destination['id'] === key.id).length
  if (used > 0) throw conflict(`The destination is used by ${used} ${used === 1 ? 'sink. Delete it' : 'sinks. Delete them'} first.`)
  world.engine.remove(key)
  return {}
}

export const destinations: Readonly<Record<string, Behavior>> = {
  monitoring_create_destination: create,
  monitoring_update_destination: replace,
  monitoring_delete_destination: remove,
}
