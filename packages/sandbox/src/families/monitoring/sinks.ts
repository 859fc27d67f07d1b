import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export type Sink = Kinds['MonitoringSink']

export const findCluster = (engine: AccountContext['engine'], urn: string) =>
  engine.find('KubernetesCluster', urn.replace('do:kubernetes:', ''))
