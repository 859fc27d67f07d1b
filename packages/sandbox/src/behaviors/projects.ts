import { ownerAccount } from '../catalogue/owner.ts'
import type { Behavior, Call } from '../engine/call.ts'
import { preconditionFailed } from '../engine/failure.ts'
import { readBody } from '../engine/serve.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'
import { listUrns } from './shared/project-urns.ts'

export function defaultProject({ engine }: World): Key {
  const [project] = engine.all({ kind: 'Project', where: [{ field: 'is_default', equals: true }] })
  return { kind: 'Project', id: String(project?.['id']) }
}

/** The project of the path, or the default one where the path says `default`. */
export function projectOf(call: Call, world: World): Key {
  const id = call.path['project_id']
  return id === undefined ? defaultProject(world) : { kind: 'Project', id: String(id) }
}

const create: Behavior = (call, { engine }) => {
  const project = engine.create('Project', { ...owner(), ...clean(readBody(call)), is_default: false })
  return { body: JSON.stringify({ project }) }
}

const get: Behavior = (call, world) => ({ body: `{"project":${world.engine.text(projectOf(call, world))}}` })

const update: Behavior = (call, world) => {
  const key = projectOf(call, world)
  const { is_default: takesOver, ...fields } = clean(readBody(call))
  world.engine.update(key, fields)
  if (takesOver === true) {
    world.engine.change(defaultProject(world), { is_default: false })
    world.engine.change(key, { is_default: true })
  }
  return { body: JSON.stringify({ project: world.engine.get(key) }) }
}

const remove: Behavior = (call, world) => {
  const key = projectOf(call, world)
  if (world.engine.get(key)['is_default'] === true) throw preconditionFailed('The default project cannot be deleted.')
  if (listUrns(world, key).length > 0) throw preconditionFailed('The project still holds resources. Assign them to another project first.')
  world.engine.remove(key)
  return {}
}

/** Null says the same as an empty text. */
function clean(body: Value): Value {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? '']))
}

function owner(): Value {
  return { owner_uuid: ownerAccount.team.uuid, owner_id: 10_021 }
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
  seed: ({ engine }) => {
    const fields = {
      ...owner(),
      name: ownerAccount.team.name,
      purpose: 'Web application',
      description: 'Everything that was put nowhere else',
      is_default: true,
    }
    engine.create('Project', fields)
  },
}
