import type { Call } from '../../engine/call.ts'
import { isOfType } from './deployment-types.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const deploymentsHooks: HooksByKind = {
  AppDeployment: {
    listQuery: ({ query: { deployment_types: types = [] } }: Call<'apps_deployments_list'>, _ctx, { filters }) => ({
      where: [...filters, ...isOfType(types)],
    }),
  },
}
