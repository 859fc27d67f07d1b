import type { Behavior, Call } from '../engine/call.ts'
import { aboutOf } from '../engine/actions.ts'
import { notFound } from '../engine/failure.ts'
import { readPage, replyPage } from '../engine/pages.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'

const list: Behavior = (call, { engine }) =>
  replyPage(call, 'actions', engine.list({ kind: 'Action', order: 'newest', page: readPage(call) }))

/** The actions of one object, for the families that show them under its own path. @throws Failure 404 */
export function replyActionsOf(call: Call, { engine }: World, key: Key): ReturnType<Behavior> {
  engine.text(key)
  const where = [{ field: 'about', equals: aboutOf(key), hidden: true }]
  return replyPage(call, 'actions', engine.list({ kind: 'Action', where, order: 'newest', page: readPage(call) }))
}

/** One action, if it is of that object. @throws Failure 404 */
export function replyActionOf(call: Call, { engine }: World, key: Key): ReturnType<Behavior> {
  engine.text(key)
  const action: Key = { kind: 'Action', id: String(call.path['action_id']) }
  const text = engine.text(action)
  if (engine.hidden(action)['about'] !== aboutOf(key)) throw notFound()
  return { body: `{"action":${text}}` }
}

export const actions: FamilyBehavior = { operations: { actions_list: list } }
