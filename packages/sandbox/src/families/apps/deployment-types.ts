import type { Condition } from '../../store/store.ts'
import type { Operations } from '../../generated/types.ts'

type DeploymentType = NonNullable<Operations['apps_deployments_list']['query']['deployment_types']>[number]

/** Returns a filter by deployment type; no types match all deployments. */
export function isOfType([first, ...others]: readonly DeploymentType[]): readonly Condition[] {
  return first === undefined ? [] : [{ field: 'type', equals: first, or: others, hidden: true }]
}
