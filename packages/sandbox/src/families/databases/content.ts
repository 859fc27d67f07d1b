/** What is inside a cluster from the beginning, or comes into it from another one. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { makeClientIdentity } from './authority.ts'
import { engineOf } from './engines.ts'

/** The administrator and the database that every cluster comes with, where the engine has such things. */
export function fillCluster(world: World, key: Key, password: string): void {
  const cluster = world.engine.get(key)
  const engine = engineOf(cluster)
  const parent = under(key)
  if (engine.hasUsers) {
    const fields = { name: engine.defaultUser, role: 'primary', password, ...makeExtras(world, cluster, engine.defaultUser) }
    world.engine.create('DatabaseUser', fields, { parent })
  }
  if (engine.defaultDb !== null) world.engine.create('DatabaseDb', { name: engine.defaultDb }, { parent })
}

/** What administrators have besides a name and a password, engine by engine. */
function makeExtras(world: World, cluster: Value, name: string): Value {
  switch (engineOf(cluster).base) {
    case 'mysql':
      return { mysql_settings: { auth_plugin: 'caching_sha2_password' } }
    case 'kafka': {
      const { certificate, key } = makeClientIdentity(cluster, name, world)
      const acl = [{ id: `acl${world.ids.hex(7)}`, topic: '*', permission: 'admin' }]
      return { access_cert: certificate, access_key: key, settings: { acl } }
    }
    case 'opensearch':
      return { settings: { opensearch_acl: [{ index: '*', permission: 'admin' }] } }
    default:
      return {}
  }
}

/** Everyone and every database of `source` that `target` does not have yet. */
export function copyContent({ engine }: World, source: Key, target: Key): void {
  for (const kind of ['DatabaseUser', 'DatabaseDb']) {
    for (const value of engine.all({ kind, parent: under(source) })) {
      const id = String(value['name'])
      if (!engine.find({ kind, parent: under(target), id })) engine.create(kind, value, { parent: under(target) })
    }
  }
}
