/** Permissions of a user, by engine. They are absent without settings. */
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type EngineBase, titleOf } from './clusters.ts'

const settings: readonly { readonly name: keyof UserSettings; readonly owner: EngineBase }[] = [
  { name: 'pg_allow_replication', owner: 'pg' },
  { name: 'acl', owner: 'kafka' },
  { name: 'opensearch_acl', owner: 'opensearch' },
  { name: 'mongo_user_settings', owner: 'mongodb' },
]

export type UserSettings = NonNullable<Kinds['DatabaseUser']['settings']>
type SettingsInput = NonNullable<Operations['databases_users_update']['body']['settings']>
type MysqlSettings = NonNullable<Kinds['DatabaseUser']['mysql_settings']>

/** Merges the requested settings of a user into the existing ones; undefined without settings. @throws Failure 422 */
export function mergeSettings(
  engine: EngineBase,
  request: SettingsInput | undefined,
  before: UserSettings | undefined,
  ctx: AccountContext,
): UserSettings | undefined {
  const input = request ?? {}
  refuseOthers(engine, input)
  switch (engine) {
    case 'pg':
      return input.pg_allow_replication === undefined ? before : { ...before, pg_allow_replication: input.pg_allow_replication }
    case 'kafka':
      return input.acl === undefined ? before : { ...before, acl: mergeGrants(input.acl ?? [], before?.acl ?? [], ctx) }
    case 'opensearch':
      return input.opensearch_acl === undefined ? before : { ...before, opensearch_acl: input.opensearch_acl ?? [] }
    case 'mongodb':
      return input.mongo_user_settings
        ? { ...before, mongo_user_settings: { ...before?.mongo_user_settings, ...input.mongo_user_settings } }
        : before
    default:
      return undefined
  }
}

/** @throws Failure 422 when the cluster does not run MySQL */
export function mergeMysqlSettings(
  engine: EngineBase,
  request: MysqlSettings | undefined,
  before: MysqlSettings | undefined,
): MysqlSettings | undefined {
  if (engine === 'mysql') return { auth_plugin: 'caching_sha2_password', ...before, ...request }
  if (request) throw unprocessable(`mysql_settings: is for MySQL, and this is a ${titleOf(engine)} cluster.`)
  return undefined
}

/** Refuses settings of other engines. Typed clients send zero values for them. @throws Failure 422 */
function refuseOthers(engine: EngineBase, input: SettingsInput): void {
  for (const { name, owner } of settings) {
    const value = input[name]
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0)
    if (owner !== engine && !isEmpty)
      throw unprocessable(`settings.${name}: is for ${titleOf(owner)}, and this is a ${titleOf(engine)} cluster.`)
  }
}

type Grant = NonNullable<UserSettings['acl']>[number]

/** A sent list replaces the old one; an unchanged grant keeps its id. */
function mergeGrants(requestedGrants: NonNullable<SettingsInput['acl']>, grants: readonly Grant[], { ids }: AccountContext): Grant[] {
  return requestedGrants.map(({ id, topic, permission }, n) => {
    if (!id) return { id: String(ids.takeStatedId('DatabaseUserAcl') ?? `acl${ids.hex(8)}`), topic, permission }
    if (!grants.some((grant) => grant.id === id)) throw unprocessable(`settings.acl.${n}.id: the user has no grant "${id}".`)
    return { id, topic, permission }
  })
}
