import type { Handler, Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { resourceRows } from '../../generated/resources.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { getDefaultProject, pinToProject } from '../../shared/project-urns.ts'
import { ownerAccountId } from '../../catalog/owner.ts'
import type { Handlers, Seed } from '../family.ts'
import { getProjectKey } from './project-key.ts'

type Project = Kinds['Project']

type Changes = 'projects_replace' | 'projects_replaceDefault' | 'projects_update' | 'projects_updateDefault'

type Request = Operations['projects_create' | Changes]['body']

const create: Handler<'projects_create'> = ({ body }, ctx) => {
  const fields = read(body, false)
  checkName(ctx, fields.name)
  return {
    project: ctx.engine.create('Project', {
      name: '',
      description: '',
      purpose: '',
      environment: '',
      ...ownerOf(ctx),
      ...fields,
      is_default: false,
    }),
  }
}

const update: Handler<Changes> = ({ path, body, operation }: Call<Changes>, ctx) => {
  const { engine } = ctx
  const { id } = engine.get('Project', getProjectKey({ path }, ctx))
  const fields = read(body, operation.method === 'PATCH')
  checkName(ctx, fields.name, id)
  engine.update('Project', id, fields)
  const before = engine.get('Project', getDefaultProject(ctx))
  if ('is_default' in body && body.is_default && before.id !== id) {
    pinToProject(ctx, before)
    engine.setFields('Project', before.id, { is_default: false })
    engine.setFields('Project', id, { is_default: true })
  }
  return { project: engine.get('Project', id) }
}

/** @throws Failure 409 */
function checkName({ engine }: AccountContext, name: string | undefined, own?: string): void {
  const other = name === undefined ? undefined : engine.findUnique('Project', [name])
  if (other && other.id !== own) throw conflict('name is already in use (duplicate)')
}

/** Parses an update: null keeps the value in PATCH and clears it in PUT. The environment may be in lower case. */
function read({ name, description, purpose, environment }: Request, keeps: boolean) {
  const fields: Partial<Pick<Project, 'name' | 'description' | 'purpose' | 'environment'>> = {}
  const isGiven = (value: string | null | undefined) => value !== undefined && !(value === null && keeps)
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

function ownerOf({ owner: { account, number, uuid } }: AccountContext): Pick<Project, 'owner_uuid' | 'owner_id'> {
  return { owner_uuid: uuid, owner_id: account === ownerAccountId ? 258_117 : number }
}

export const handlers = {
  projects_create: create,
  projects_getDefault: (_, ctx) => ({ project: ctx.engine.get('Project', getDefaultProject(ctx)) }),
  projects_replace: update,
  projects_replaceDefault: update,
  projects_update: update,
  projects_updateDefault: update,
} satisfies Handlers

export const seed: Seed = (ctx) => {
  ctx.engine.create('Project', {
    environment: '',
    ...ownerOf(ctx),
    name: ctx.owner.team.name,
    purpose: 'Web application',
    description: 'Everything that was put nowhere else',
    is_default: true,
  })
}
