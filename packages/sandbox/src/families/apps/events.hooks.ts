import type { Call } from '../../engine/call.ts'
import { parentKey } from '../../store/store.ts'
import { appKey } from './app-state.ts'
import { isOfType } from './deployments.handlers.ts'
import { describeEvent } from './event-log.ts'
import { listIds } from '../../store/list-ids.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const eventsHooks: HooksByKind = {
  AppEvent: {
    serialize: (event, { parent }, ctx) => describeEvent(ctx, appKey(parentKey(parent)?.id ?? ''), event),
    where: (usual, { query: { event_types: types = [] } }: Call<'apps_events_list'>) => {
      const [first, ...or] = types
      return first === undefined ? usual : [...usual, { field: 'type', equals: first, or }]
    },
    keeping: ({ query: { deployment_types: causes = [] } }: Call<'apps_events_list'>, { store }, parent) => {
      if (causes.length === 0) return undefined
      const deploymentIds = new Set(listIds(store, { kind: 'AppDeployment', parent, where: isOfType(causes) }))
      return (event) => event.type !== 'DEPLOYMENT' || deploymentIds.has(event.deployment_id)
    },
  },
}
