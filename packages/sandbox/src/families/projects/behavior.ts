import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, preconditionFailed } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { defaultProject, isBeingLeft, listUrns, settle } from '../../shared/project-urns.ts'

/** The project of the path, or the default one where the path says `default`. */
export function projectOf(call: Call, world: World): Key {
  const id = call.path['project_id']
  return id === undefined ? defaultProject(world) : { kind: 'Project', id: String(id) }
}

const create: Behavior = (call, world) => {
  const fields = read(call)
  checkName(world, fields['name'])
  const project = world.engine.create('Project', { ...ownerOf(world), ...fields, is_default: false })
  return { body: JSON.stringify({ project }) }
}

const get: Behavior = (call, world) => ({ body: `{"project":${world.engine.text(projectOf(call, world))}}` })

const update: Behavior = (call, world) => {
  const key = projectOf(call, world)
  const { is_default: takesOver, ...fields } = read(call)
  // A project that is not there is 404, whatever it was to be called.
  world.engine.text(key)
  checkName(world, fields['name'], key.id)
  world.engine.update(key, fields)
  const before = defaultProject(world)
  if (takesOver === true && before.id !== key.id) {
    settle(world, before)
    world.engine.change(before, { is_default: false })
    world.engine.change(key, { is_default: true })
  }
  return { body: JSON.stringify({ project: world.engine.get(key) }) }
}

/** @throws Failure 409 */
function checkName({ store }: World, name: unknown, own?: string): void {
  const text = store.byUnique('Project', JSON.stringify([name]))
  if (text !== undefined && (JSON.parse(text) as Value)['id'] !== own) throw conflict('name is already in use (duplicate)')
}

const remove: Behavior = (call, world) => {
  const key = projectOf(call, world)
  if (world.engine.get(key)['is_default'] === true)
    throw preconditionFailed('The default project cannot be deleted. Make another project the default first.')
  // Clients look for these words and try again for a while.
  if (listUrns(world, key).length > 0 || isBeingLeft(world, key)) throw preconditionFailed('cannot delete a project with resources')
  world.engine.remove(key)
  return {}
}

/** Null keeps what is there in PATCH and empties it otherwise. The environment may be spelt small. */
function read(call: Call): Value {
  const keeps = call.operation.method === 'PATCH'
  const body = readBody(call)
  const given = details.filter((name) => body[name] !== undefined && !(body[name] === null && keeps))
  return Object.fromEntries(given.map((name) => [name, name === 'environment' ? capitalize(body[name]) : (body[name] ?? '')]))
}

const details = ['name', 'description', 'purpose', 'environment', 'is_default'] as const

function capitalize(text: unknown): string {
  return typeof text === 'string' ? text.replace(/^./, (first) => first.toUpperCase()) : ''
}

function ownerOf({ owner: { account, number, uuid } }: World): Value {
  return { owner_uuid: uuid, owner_id: account === '' ? 258_117 : number }
}

export const projects: FamilyBehavior = {
  operations: {
    projects_create: create,
    projects_get: get,
    projects_get_default: get,
    projects_update: update,
    projects_update_default: update,
    projects_patch: update,
    projects_patch_default: update,
    projects_delete: remove,
  },
  seed: (world) => {
    const fields = {
      ...ownerOf(world),
      name: world.owner.team.name,
      purpose: 'Web application',
      description: 'Everything that was put nowhere else',
      is_default: true,
    }
    world.engine.create('Project', fields)
  },
}
