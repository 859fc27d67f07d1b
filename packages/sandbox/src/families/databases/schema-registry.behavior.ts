/** The schemas of the messages in a Kafka cluster. A subject is stored as its newest version, with all of them and its level beside it. */
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { readConfig } from './config.ts'
import { type OpenCluster, openClusterOf } from './open-cluster.ts'
import { languageOf, readSchema, whyIncompatible } from './schemas/compatibility.ts'
import type { FamilyBehavior } from '../family.ts'

/** @throws Failure 404, 412 while the registry is off, 422 */
function open(call: Call, world: World): OpenCluster {
  const cluster = openClusterOf(['kafka'], 'a schema registry', call, world)
  if (readConfig(world, cluster)['schema_registry'] !== true)
    throw preconditionFailed('The schema registry is off. Set schema_registry in the configuration of the cluster to true first.')
  return cluster
}

function subjectKey({ parent }: OpenCluster, name: unknown): Key {
  return { kind: 'DatabaseSchema', parent, id: String(name) }
}

/** @throws Failure 404 */
function openSubject(call: Call, world: World): Key {
  const key = subjectKey(open(call, world), call.path['subject_name'])
  world.engine.text(key)
  return key
}

const versionsOf = ({ engine }: World, key: Key) => engine.hidden(key)['versions'] as readonly Value[]

const reply = (body: unknown): Reply => ({ body: JSON.stringify(body) })

const allSubjects = ({ engine }: World, { parent }: OpenCluster) => engine.all({ kind: 'DatabaseSchema', parent })

const list: Behavior = (call, world) => {
  const subjects = allSubjects(world, open(call, world))
  const name = ({ subject_name }: Value) => String(subject_name)
  return replyValues(
    call,
    'subjects',
    subjects.toSorted((one, other) => (name(one) < name(other) ? -1 : 1)),
  )
}

const create: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { subject_name, schema_type, schema: text } = readBody(call)
  const schema = String(text)
  readSchema(schema_type, schema)
  const key = subjectKey(cluster, subject_name)
  const newest = world.engine.find(key)
  if (!newest) {
    const first = { schema_id: idOf(world, cluster, schema_type, schema), version: '1', subject_name, schema_type, schema }
    return reply(world.engine.create(key.kind, first, { parent: cluster.parent, hidden: { versions: [first] } }))
  }
  if (languageOf(newest['schema_type']) !== languageOf(schema_type))
    throw unprocessable(`schema_type: the subject's schemas are of the type ${String(newest['schema_type'])}.`)
  if (newest['schema'] === schema) return reply(newest)
  const versions = versionsOf(world, key)
  const level = levelOf(world, cluster, key)
  const why = whyIncompatible(
    level,
    schema_type,
    schema,
    versions.map((each) => String(each['schema'])),
  )
  if (why !== undefined) throw conflict(`schema: is not compatible with an earlier version under ${level}: ${why}.`)
  const id = idOf(world, cluster, schema_type, schema)
  const next = { schema_id: id, version: String(versions.length + 1), subject_name, schema_type, schema }
  world.engine.change(key, next)
  world.engine.hide(key, { versions: [...versions, next] })
  return reply(next)
}

/** The same schema has the same id under every subject. */
function idOf(world: World, cluster: OpenCluster, type: unknown, schema: string): number {
  for (const { subject_name } of allSubjects(world, cluster)) {
    const same = versionsOf(world, subjectKey(cluster, subject_name)).find(
      (version) => version['schema'] === schema && languageOf(version['schema_type']) === languageOf(type),
    )
    if (same) return Number(same['schema_id'])
  }
  return world.store.next(`schema:${cluster.key.id}`, 1)
}

const get: Behavior = (call, world) => reply(world.engine.get(openSubject(call, world)))

const getVersion: Behavior = (call, world) => {
  const versions = versionsOf(world, openSubject(call, world))
  const asked = String(call.path['version'])
  const found = asked === 'latest' ? versions.at(-1) : versions.find(({ version }) => version === asked)
  if (!found) throw notFound()
  return reply(found)
}

const remove: Behavior = (call, world) => {
  world.engine.remove(openSubject(call, world))
  return {}
}

/** A subject's own level, else the registry's. */
function levelOf({ engine }: World, { key }: OpenCluster, subject?: Key): string {
  return String((subject && engine.hidden(subject)['level']) ?? engine.hidden(key)['schemaLevel'] ?? 'BACKWARD')
}

const getConfig: Behavior = (call, world) => reply({ compatibility_level: levelOf(world, open(call, world)) })

const updateConfig: Behavior = (call, world) => {
  const { key } = open(call, world)
  const { compatibility_level } = readBody(call)
  world.engine.hide(key, { schemaLevel: compatibility_level })
  return reply({ compatibility_level })
}

const getSubjectConfig: Behavior = (call, world) => {
  const subject = openSubject(call, world)
  return reply({ subject_name: subject.id, compatibility_level: levelOf(world, open(call, world), subject) })
}

const updateSubjectConfig: Behavior = (call, world) => {
  const subject = openSubject(call, world)
  const { compatibility_level } = readBody(call)
  world.engine.hide(subject, { level: compatibility_level })
  return reply({ subject_name: subject.id, compatibility_level })
}

export const databaseSchemaRegistry: FamilyBehavior = {
  operations: {
    databases_list_schemas: list,
    databases_create_schema: create,
    databases_get_schema: get,
    databases_delete_schema: remove,
    databases_get_schema_version: getVersion,
    databases_get_schema_config: getConfig,
    databases_update_schema_config: updateConfig,
    databases_get_schema_subject_config: getSubjectConfig,
    databases_update_schema_subject_config: updateSubjectConfig,
  },
}
