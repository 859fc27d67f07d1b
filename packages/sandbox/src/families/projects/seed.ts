import type { Seed } from '../family.ts'
import { describeOwner } from './project-changes.ts'

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
