/** The configuration of a cluster: what was changed is stored, over what its engine and its nodes begin with. */
import { databaseConfigs } from '../../catalogue/database-configs.ts'
import { onlyOne } from '../../engine/engine.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, mergeFields, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { planBackup, timetableOf } from './backups.ts'
import { refreshCluster } from './cluster-state.ts'
import { checkConfig } from './config-rules.ts'
import { backendConnections } from './engines.ts'
import { type EngineBase, type OpenCluster, titleOf } from './open-cluster.ts'
import { listParameters, type Parameters, parametersField, readParameters, settingsOf } from './parameters.ts'

function configKey({ parent }: OpenCluster): Key {
  return { kind: 'DatabaseConfig', parent, id: onlyOne }
}

/** Every setting that has a value. */
export function readConfig(world: World, cluster: OpenCluster): Value {
  const { parameters, ...changed } = world.engine.find(configKey(cluster)) ?? {}
  const first = structuredClone(databaseConfigs[cluster.engine.base].first)
  const settings = mergeFields({ ...ofCluster(world, cluster), ...first }, changed)
  const field = parametersField(cluster)
  return field === undefined ? settings : { ...settings, [field]: listParameters(settings, (parameters ?? {}) as Parameters) }
}

/** What a cluster's own size and times decide. */
function ofCluster(world: World, cluster: OpenCluster): Value {
  switch (cluster.engine.base) {
    case 'pg':
      return { ...timetableOf(world, cluster.key), max_connections: backendConnections(cluster.value) }
    case 'mysql':
      return { ...timetableOf(world, cluster.key) }
    default:
      return {}
  }
}

/** All of `fields` is changed, or nothing. @throws Failure 422 */
export function changeConfig(world: World, cluster: OpenCluster, fields: Value): void {
  const { base } = cluster.engine
  refuseOthers(base, fields)
  const sent = readParameters(cluster, fields)
  const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => isSettingOf(base, name)))
  const own = { ...plain, ...settingsOf(sent, databaseConfigs[base].first) }
  checkConfig(cluster, own)
  const key = configKey(cluster)
  const changed = world.engine.find(key) ?? world.engine.create('DatabaseConfig', {}, { parent: cluster.parent })
  const { parameters, ...settings } = changed
  const kept = Object.entries((parameters ?? {}) as Parameters).filter(([name]) => !Object.hasOwn(plain, name))
  const texts = { ...Object.fromEntries(kept), ...sent }
  world.engine.change(key, { ...mergeFields(settings, own), ...(Object.keys(texts).length > 0 && { parameters: texts }) })
  refreshCluster(world, cluster.key)
  if ('backup_hour' in own || 'backup_minute' in own) planBackup(world, cluster.key)
}

/** Names that no engine knows are left out without a word, as everywhere. */
function refuseOthers(base: EngineBase, fields: Value): void {
  const faults = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || isSettingOf(base, name)) return []
    const owner = bases.find((each) => isSettingOf(each, name))
    return owner === undefined ? [] : [`config.${name}: is a setting of ${titleOf(owner)}, and the cluster runs ${titleOf(base)}`]
  })
  if (faults.length > 0) throw unprocessable(faults.join('; '))
}

const bases = Object.keys(databaseConfigs) as EngineBase[]

function isSettingOf(base: EngineBase, name: string): boolean {
  const { first, unset = [] } = databaseConfigs[base]
  return Object.hasOwn(first, name) || unset.includes(name)
}

/** What an update sends, as an object. */
export function configOf(request: Value): Value {
  return isRecord(request['config']) ? request['config'] : {}
}
