import type { Call } from '../../engine/call.ts'
import { parentKey } from '../../store/store.ts'
import { appKey } from './app-state.ts'
import { cancelDeployment, isOfType, onEnter } from './deployments.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const deploymentsHooks: HooksByKind = {
  AppDeployment: {
    onEnter,
    listQuery: ({ query: { deployment_types: types = [] } }: Call<'apps_deployments_list'>, _ctx, { filters }) => ({
      where: [...filters, ...isOfType(types)],
    }),
    operations: {
      apps_deployments_cancel: (_call, ctx, { id }, { parent }) => void cancelDeployment(ctx, appKey(parentKey(parent)?.id ?? ''), id),
    },
  },
}
