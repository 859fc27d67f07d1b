/** Every action, whatever it is on. Addresses have an older name, and so have the actions on them. */
import { aboutOf } from '../../engine/actions.ts'
import { Answer } from '../../engine/answer.ts'
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key, Page } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = (call, world) =>
  replyActions(call, world, world.engine.list({ kind: 'Action', order: 'newest', page: readPage(call) }))

const get: Behavior = (call, world) => replyAction(call, world, world.engine.get(actionKey(call)))

/** The actions of one object, for the families that show them under its own path. @throws Failure 404 */
export function answerActionsOf(call: Call, world: World, key: Key): Answer<ReplyOf<'actions_list'>> {
  world.engine.text(key)
  return answerActionsAbout(call, world, key)
}

/** As `answerActionsOf`, of an object that may be gone. */
export function answerActionsAbout(call: Call, world: World, key: Key): Answer<ReplyOf<'actions_list'>> {
  const where = [{ field: 'about', equals: aboutOf(key), hidden: true }]
  return new Answer(replyActions(call, world, world.engine.list({ kind: 'Action', where, order: 'newest', page: readPage(call) })))
}

/** One action, if it is of that object. @throws Failure 404 */
export function answerActionOf(call: Call, world: World, key: Key): Answer<ReplyOf<'actions_get'>> {
  world.engine.text(key)
  return new Answer(replyAction(call, world, getActionAbout(call, world, key)))
}

/** @throws Failure 404 */
export function getActionAbout(call: Call, { engine }: World, key: Key): Value {
  const action = engine.get(actionKey(call))
  if (engine.hidden(actionKey(call))['about'] !== aboutOf(key)) throw notFound()
  return action
}

/** With the address it is about, if it is about one. */
export function replyAction(call: Call, world: World, action: Value): Reply {
  const names = namesFor(call)
  const address = addressOf(world, action)
  const stanza = address === undefined ? {} : { [names.stanza]: [address] }
  return { body: JSON.stringify({ action: rename(action, names), ...stanza }) }
}

function replyActions(call: Call, world: World, page: Page): Reply {
  if (!page.texts.includes('"resource_type":"reserved_ip"')) return replyPage(call, 'actions', page)
  const names = namesFor(call)
  const actions = JSON.parse(`[${page.texts}]`) as Value[]
  const addresses = [...new Set(actions.flatMap((action) => addressOf(world, action) ?? []))]
  const root = { key: 'actions', many: true, rest: { [names.stanza]: addresses } } as const
  const texts = actions.map((action) => JSON.stringify(rename(action, names))).join(',')
  return replyPage({ ...call, operation: { ...call.operation, root } }, 'actions', { ...page, texts })
}

interface Names {
  readonly type: string
  readonly stanza: string
}

const reserveip = /^application\/vnd\.[^\s;]+\.reserveip\+json$/i

/** The older names, unless the path or the Accept header asks for the newer ones. */
function namesFor({ path, headers }: Call): Names {
  const accepted = (headers['accept'] ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim() ?? '')
  return path['reserved_ip'] !== undefined || accepted.some((range) => reserveip.test(range))
    ? { type: 'reserved_ip', stanza: 'reserved_ips' }
    : { type: 'floating_ip', stanza: 'floating_ips' }
}

function rename(action: Value, { type }: Names): Value {
  return action['resource_type'] === 'reserved_ip' ? { ...action, resource_type: type } : action
}

function addressOf({ engine }: World, action: Value): string | undefined {
  if (action['resource_type'] !== 'reserved_ip') return undefined
  return String(engine.hidden({ kind: 'Action', id: String(action['id']) })['about']).split('/', 2)[1]
}

const actionKey = (call: Call): Key => ({ kind: 'Action', id: String(call.path['action_id']) })

export const actions: FamilyBehavior = { operations: { actions_list: list, actions_get: get } }
