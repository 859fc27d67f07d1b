import type { Call } from '../../engine/call.ts'
import { type ProjectUpdate, parseNewProject, parseUpdate } from './project-changes.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import { hasRecentMoveOut, listUrns } from '../../shared/project-urns.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Project: {
    parseCreate: ({ body }: Call<'projects_create'>, ctx) => ({ fields: parseNewProject(ctx, body) }),
    parseUpdate: (call: Call<ProjectUpdate>, ctx, before) => ({ set: parseUpdate(call, ctx, before) }),
    beforeDelete: ({ is_default: isDefault }, key, ctx) => {
      if (isDefault) throw preconditionFailed('The default project cannot be deleted. Make another project the default first.')
      // Clients look for this text and retry for a while.
      if (listUrns(ctx, key).length > 0 || hasRecentMoveOut(ctx, key)) throw preconditionFailed('cannot delete a project with resources')
    },
  },
}
