/** Initial content of a cluster, or content restored from another one. */
import type { UpdateInput } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { createClientIdentity } from './authority.ts'
import { engineOf } from './engines.ts'
import { addBuiltInIndexes } from './indexes.hooks.ts'

/** Creates the administrator and the default database of a new cluster, if the engine has them. */
export function fillCluster(ctx: AccountContext, key: Key<'DatabaseCluster'>, password: string): void {
  const cluster = ctx.engine.get('DatabaseCluster', key)
  const engine = engineOf(cluster)
  const parent = childPath(key)
  if (engine.hasUsers) {
    const extras = createExtras(ctx, cluster, engine.defaultUser)
    ctx.engine.create('DatabaseUser', { ...extras, name: engine.defaultUser, role: 'primary', password }, { parent })
  }
  if (engine.base === 'opensearch') addBuiltInIndexes(ctx, key, cluster)
  if (engine.defaultDb !== null) ctx.engine.create('DatabaseDb', { name: engine.defaultDb }, { parent })
}

/** Fields of administrators besides name and password, by engine. */
function createExtras(ctx: AccountContext, cluster: Kinds['DatabaseCluster'], name: string): UpdateInput<Kinds['DatabaseUser']> {
  switch (engineOf(cluster).base) {
    case 'mysql':
      return { mysql_settings: { auth_plugin: 'caching_sha2_password' } }
    case 'kafka': {
      const { certificate, key } = createClientIdentity(cluster, name, ctx)
      const id = `acl${ctx.ids.hex(7)}`
      return { access_cert: certificate, access_key: key, settings: { acl: [{ id, topic: '*', permission: 'admin' }] } }
    }
    case 'opensearch':
      return { settings: { opensearch_acl: [{ index: '*', permission: 'admin' }] } }
    default:
      return {}
  }
}

/** Copies users and databases of `source` that `target` does not have. */
export function copyContent({ engine }: AccountContext, source: Key<'DatabaseCluster'>, target: Key<'DatabaseCluster'>): void {
  const parent = childPath(target)
  for (const user of engine.list('DatabaseUser', { parent: childPath(source) }))
    if (!engine.find('DatabaseUser', { parent, id: user.name })) engine.create('DatabaseUser', user, { parent })
  for (const db of engine.list('DatabaseDb', { parent: childPath(source) }))
    if (!engine.find('DatabaseDb', { parent, id: db.name })) engine.create('DatabaseDb', db, { parent })
}
