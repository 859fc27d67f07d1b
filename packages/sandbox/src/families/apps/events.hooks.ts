import type { Call } from '../../engine/call.ts'
import { parentKey } from '../../store/store.ts'
import { appKey } from './app-state.ts'
import { cancelDeployment, isOfType } from './deployments.ts'
import { describeEvent } from './event-log.ts'
import { listIds } from '../../store/list-ids.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const eventsHooks: HooksByKind = {
  AppEvent: {
    serialize: (event, { parent }, ctx) => describeEvent(ctx, appKey(parentKey(parent)?.id ?? ''), event),
    operations: {
      apps_events_cancel: (_call, ctx, event, { parent }) => {
        if (event.type === 'DEPLOYMENT') cancelDeployment(ctx, appKey(parentKey(parent)?.id ?? ''), event.deployment_id)
      },
    },
    listQuery: ({ query }: Call<'apps_events_list'>, { store }, { parent, filters }) => {
      const { event_types: [first, ...or] = [], deployment_types: deploymentTypes = [] } = query
      const where = first === undefined ? filters : [...filters, { field: 'type', equals: first, or }]
      if (deploymentTypes.length === 0) return { where }
      const deploymentIds = new Set(listIds(store, { kind: 'AppDeployment', parent, where: isOfType(deploymentTypes) }))
      return { where, filter: (event) => event.type !== 'DEPLOYMENT' || deploymentIds.has(event.deployment_id) }
    },
  },
}
