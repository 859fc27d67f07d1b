import { databaseConfigs } from '../../catalog/database-configs.ts'
import { onlyOne } from '../../engine/engine.ts'
import { unprocessable } from '../../engine/failure.ts'
import { mergeFields, type Value } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { planBackup, timetableOf } from './backups.ts'
import { refreshCluster } from './cluster-state.ts'
import { checkConfig } from './config-rules.ts'
import { backendConnections } from './engines.ts'
import { type EngineBase, type ClusterContext, titleOf } from './clusters.ts'
import { listParameters, parametersField, parseParameters, settingsOf } from './parameters.ts'

type Config = Operations['databases_config_get']['reply']['config']

const configAt = ({ parent }: ClusterContext) => ({ parent, id: onlyOne })

/** All settings with values. */
export function parseConfig(ctx: AccountContext, cluster: ClusterContext): Config {
  const { engine } = ctx
  const { base } = cluster.engine
  const stored = engine.find('DatabaseConfig', configAt(cluster))
  // Earlier versions stored parameters among the settings.
  const changed = Object.fromEntries(Object.entries(stored ?? {}).filter(([name]) => isSettingOf(base, name)))
  const first = structuredClone(databaseConfigs[base].initial)
  // The catalog and the stored values contain only settings, with values of their types.
  const settings = mergeFields({ ...ofCluster(ctx, cluster), ...first }, changed) as Config
  const field = parametersField(cluster)
  if (field === undefined) return settings
  const { parameters = {} } = stored ? engine.getHidden('DatabaseConfig', configAt(cluster)) : {}
  return { ...settings, [field]: listParameters({ ...settings }, parameters) }
}

/** Settings that depend on the size and creation time of the cluster. */
function ofCluster(ctx: AccountContext, cluster: ClusterContext): Value {
  switch (cluster.engine.base) {
    case 'pg':
      return { ...timetableOf(ctx, cluster.key), max_connections: backendConnections(cluster.value) }
    case 'mysql':
      return { ...timetableOf(ctx, cluster.key) }
    default:
      return {}
  }
}

/** Changes all `fields`, or none. @throws Failure 422 */
export function changeConfig(
  ctx: AccountContext,
  cluster: ClusterContext,
  fields: Operations['databases_config_update']['body']['config'],
): void {
  const { engine } = ctx
  const { base } = cluster.engine
  refuseOthers(base, fields)
  const sentParameters = parseParameters(cluster, fields)
  const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => isSettingOf(base, name)))
  // Parses parameters to the types of the default settings.
  const own = { ...plain, ...settingsOf(sentParameters, databaseConfigs[base].initial) } as Kinds['DatabaseConfig']
  checkConfig(cluster, own)
  const at = configAt(cluster)
  const before = engine.find('DatabaseConfig', at) ?? engine.create('DatabaseConfig', {}, { parent: cluster.parent })
  engine.setFields('DatabaseConfig', at, mergeFields({ ...before }, { ...own }))
  const { parameters = {} } = engine.getHidden('DatabaseConfig', at)
  const remaining = Object.entries(parameters).filter(([name]) => !Object.hasOwn(plain, name))
  engine.setHidden('DatabaseConfig', at, { parameters: { ...Object.fromEntries(remaining), ...sentParameters } })
  refreshCluster(ctx, cluster.key)
  if ('backup_hour' in own || 'backup_minute' in own) planBackup(ctx, cluster.key)
}

/** Unknown names and null for a setting of another engine are ignored. */
function refuseOthers(base: EngineBase, fields: object): void {
  const faults = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === null || isSettingOf(base, name)) return []
    const owner = databaseBases.find((each) => isSettingOf(each, name))
    return owner === undefined ? [] : [`config.${name}: is a setting of ${titleOf(owner)}, and the cluster runs ${titleOf(base)}`]
  })
  if (faults.length > 0) throw unprocessable(faults.join('; '))
}

const databaseBases: readonly EngineBase[] = ['pg', 'mysql', 'mongodb', 'kafka', 'opensearch', 'redis', 'valkey']

function isSettingOf(base: EngineBase, name: string): boolean {
  const { initial, unset = [] } = databaseConfigs[base]
  return Object.hasOwn(initial, name) || unset.includes(name)
}
