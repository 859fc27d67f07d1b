import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Key } from '../../store/store.ts'
import { getDefaultProject } from '../../shared/project-urns.ts'

/** Returns the project of the path; `default` names the default project. */
export function getProjectKey({ path }: { readonly path: { readonly project_id?: string } }, ctx: AccountContext): Key<'Project'> {
  return path.project_id === undefined ? getDefaultProject(ctx) : keyOf('Project', path.project_id)
}
