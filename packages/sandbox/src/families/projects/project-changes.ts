/** Requests that create or change a project. */
import type { Call } from '../../engine/call.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { resourceRows } from '../../generated/resources.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { getDefaultProject, pinToProject } from '../../shared/project-urns.ts'
import { ownerAccountId } from '../../catalog/owner.ts'
import type { Seed } from '../family.ts'

type Project = Kinds['Project']

export type ProjectUpdate = 'projects_replace' | 'projects_replaceDefault' | 'projects_update' | 'projects_updateDefault'

type Request = Operations['projects_create' | ProjectUpdate]['body']

export function parseNewProject(ctx: AccountContext, body: Operations['projects_create']['body']) {
  const fields = parseFields(body, false)
  return { name: '', description: '', purpose: '', environment: '' as const, ...describeOwner(ctx), ...fields, is_default: false }
}

/** Parses an update. The project that becomes the default replaces the former one. */
export function parseUpdate(
  { body, operation }: Pick<Call<ProjectUpdate>, 'body' | 'operation'>,
  ctx: AccountContext,
  { id }: Project,
): Changes<Project> {
  const { engine, clock } = ctx
  const fields = parseFields(body, operation.method === 'PATCH')
  const changes = { ...fields, updated_at: clock.timestamp() }
  const before = engine.get('Project', getDefaultProject(ctx))
  if (!('is_default' in body) || !body.is_default || before.id === id) return changes
  pinToProject(ctx, before)
  engine.setFields('Project', before.id, { is_default: false })
  return { ...changes, is_default: true }
}

/** Parses an update: null keeps the value in PATCH and clears it in PUT. The environment may be in lower case. */
function parseFields({ name, description, purpose, environment }: Request, keepsOmitted: boolean) {
  const fields: Partial<Pick<Project, 'name' | 'description' | 'purpose' | 'environment'>> = {}
  const isGiven = (value: string | null | undefined) => value !== undefined && !(value === null && keepsOmitted)
  if (isGiven(name)) fields.name = name ?? ''
  if (isGiven(description)) fields.description = description ?? ''
  if (isGiven(purpose)) fields.purpose = namePurpose(purpose ?? '')
  if (isGiven(environment)) fields.environment = environments[environment ?? '']
  return fields
}

const purposes = new Set(resourceRows['Project']?.knownValues?.['purpose']?.map((purpose) => purpose.toLowerCase()))

/** Stores a purpose that the platform does not offer as "Other". */
function namePurpose(purpose: string): string {
  return purpose.startsWith('Other: ') || purposes.has(purpose.toLowerCase()) ? purpose : `Other: ${purpose}`
}

const environments = {
  Development: 'Development',
  development: 'Development',
  Staging: 'Staging',
  staging: 'Staging',
  Production: 'Production',
  production: 'Production',
  '': '',
} as const

function describeOwner({ owner: { account, number, uuid } }: AccountContext): Pick<Project, 'owner_uuid' | 'owner_id'> {
  return { owner_uuid: uuid, owner_id: account === ownerAccountId ? 258_117 : number }
}

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
