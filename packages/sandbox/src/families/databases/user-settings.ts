/** What a user may do, in the terms of each engine. Whoever was never given settings has none. */
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type EngineBase, titleOf } from './open-cluster.ts'

const engineOfSetting: Readonly<Record<string, EngineBase>> = {
  pg_allow_replication: 'pg',
  acl: 'kafka',
  opensearch_acl: 'opensearch',
  mongo_user_settings: 'mongodb',
}

/** The settings of a user after `asked`, over those it has; undefined when there are none. @throws Failure 422 */
export function mergeSettings(engine: EngineBase, asked: unknown, before: Value | undefined, world: World): Value | undefined {
  const sent = isRecord(asked) ? asked : {}
  refuseOthers(engine, sent)
  switch (engine) {
    case 'pg':
      return withSetting(before, 'pg_allow_replication', sent['pg_allow_replication'] ?? undefined)
    case 'kafka':
      return withSetting(before, 'acl', 'acl' in sent ? mergeGrants(sent['acl'], before?.['acl'], world) : undefined)
    case 'opensearch':
      return withSetting(before, 'opensearch_acl', 'opensearch_acl' in sent ? (sent['opensearch_acl'] ?? []) : undefined)
    case 'mongodb': {
      const own = sent['mongo_user_settings']
      return withSetting(
        before,
        'mongo_user_settings',
        isRecord(own) ? { ...recordOf(before?.['mongo_user_settings']), ...own } : undefined,
      )
    }
    default:
      return undefined
  }
}

const withSetting = (before: Value | undefined, name: string, value: unknown): Value | undefined =>
  value === undefined ? before : { ...before, [name]: value }

/** @throws Failure 422 when the cluster does not run MySQL */
export function mergeMysqlSettings(engine: EngineBase, asked: unknown, before: unknown): Value | undefined {
  if (engine === 'mysql') return { auth_plugin: 'caching_sha2_password', ...recordOf(before), ...recordOf(asked) }
  if (isRecord(asked)) throw unprocessable(`mysql_settings: is for MySQL, and this is a ${titleOf(engine)} cluster.`)
  return undefined
}

/** Clients that fill in every field send null or nothing in those of other engines. */
function refuseOthers(engine: EngineBase, sent: Value): void {
  for (const [name, owner] of Object.entries(engineOfSetting)) {
    const value = sent[name]
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
    if (owner !== engine && !isEmpty)
      throw unprocessable(`settings.${name}: is for ${titleOf(owner)}, and this is a ${titleOf(engine)} cluster.`)
  }
}

interface Grant {
  readonly id?: string
  readonly topic: string
  readonly permission: string
}

/** A list that is sent replaces the one before; a grant that is kept keeps its id. */
function mergeGrants(sent: unknown, before: unknown, { ids }: World): readonly Grant[] {
  const kept = (before ?? []) as readonly Grant[]
  return ((sent ?? []) as readonly Grant[]).map(({ id, topic, permission }, n) => {
    if (id === undefined || id === '') return { id: `acl${ids.hex(8)}`, topic, permission }
    if (!kept.some((grant) => grant.id === id)) throw unprocessable(`settings.acl.${n}.id: the user has no grant "${id}".`)
    return { id, topic, permission }
  })
}

function recordOf(value: unknown): Value {
  return isRecord(value) ? value : {}
}
