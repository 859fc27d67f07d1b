import type { Call } from '../../engine/call.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import { getProjectId } from '../../shared/project-urns.ts'
import { assertNameFree, parseSpec, storeSpec } from './app-spec.ts'
import { appKey, assertNotPinned, refreshApp } from './app-state.ts'
import { createDeployment } from './deployments.ts'
import { describeDomains, removeDnsRecords } from './domains.ts'

export const hooks: HooksByKind = {
  App: {
    // `with_projects` only adds a field.
    listQuery: (_call, _ctx, { filters }) => ({ where: filters }),
    parseUpdate: ({ body }: Call<'apps_update'>, ctx, { id }) => {
      const key = appKey(id)
      assertNotPinned(ctx, key)
      const spec = parseSpec(ctx, body.spec, key)
      assertNameFree(ctx, spec.name, key)
      createDeployment(ctx, key, { cause: 'app spec updated', type: 'MANUAL', spec: storeSpec(ctx, key, spec) })
      refreshApp(ctx, key)
      return {}
    },
    // The project changes without a change of the app.
    serialize: ({ id, owner_uuid, ...app }, _key, ctx, { isList, call }) => {
      const project = !isList || call?.query['with_projects'] === true ? { project_id: getProjectId(ctx, `do:app:${id}`) } : {}
      return { id, owner_uuid, ...project, ...app, domains: describeDomains(app.domains, ctx.clock.now()) }
    },
    beforeDelete: (_, { id }, ctx) => removeDnsRecords(ctx, appKey(id)),
  },
}
