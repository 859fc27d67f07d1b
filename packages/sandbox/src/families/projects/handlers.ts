import type { Handler, Call } from '../../engine/call.ts'
import { getDefaultProject } from '../../shared/project-urns.ts'
import type { Handlers, Seed } from '../family.ts'
import { describeOwner, parseUpdate } from './project-changes.ts'

type Update = 'projects_replaceDefault' | 'projects_updateDefault'

const updateDefault: Handler<Update> = (call: Call<Update>, ctx) => {
  const before = ctx.engine.get('Project', getDefaultProject(ctx))
  return { project: ctx.engine.setFields('Project', before.id, parseUpdate(call, ctx, before)) }
}

export const handlers = {
  projects_getDefault: (_, ctx) => ({ project: ctx.engine.get('Project', getDefaultProject(ctx)) }),
  projects_replaceDefault: updateDefault,
  projects_updateDefault: updateDefault,
} satisfies Handlers

export const seed: Seed = (ctx) => {
  ctx.engine.create('Project', {
    environment: '',
    ...describeOwner(ctx),
    name: ctx.owner.team.name,
    purpose: 'Web application',
    description: 'Everything that was put nowhere else',
    is_default: true,
  })
}
