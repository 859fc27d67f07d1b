import type { AccountContext } from '../../engine/account-context.ts'
import { getProjectId } from '../../shared/project-urns.ts'
import type { App } from './app-state.ts'
import { describeDomains } from './domains.ts'

/** Adds the current project, which changes without a change of the app. */
export function describeApp({ id, owner_uuid, ...rest }: App, ctx: AccountContext, { withProject = true } = {}): App {
  const project = withProject ? { project_id: getProjectId(ctx, `do:app:${id}`) } : {}
  return { id, owner_uuid, ...project, ...rest, domains: describeDomains(rest.domains, ctx.clock.now()) }
}
