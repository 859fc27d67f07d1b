/** Keys that Anthropic and OpenAI issued. The sandbox has neither of them to ask, so a key is refused when it says itself that it is no good. */
import { genaiModels } from '../../catalogue/genai-models.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { replyPage, replyValues, readPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { Key } from '../../store/store.ts'
import { describeNested } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { describeNestedModel } from '../genai-models/index.ts'
import { type ProviderKind, providerKinds, rememberDeletedKey } from './find-provider-key.ts'

const refused = /\s|invalid|revoked|expired/i

function behaviorsOf({
  kind,
  provider,
  title,
}: ProviderKind): Record<'list' | 'create' | 'get' | 'update' | 'remove' | 'listAgents', Behavior> {
  const keyOf = (uuid: unknown): Key => ({ kind, id: String(uuid) })
  const models =
    provider === 'MODEL_PROVIDER_OPENAI' ? genaiModels.filter((model) => model.provider === provider).map(describeNestedModel) : undefined
  const reply = (info: Value) => ({ body: JSON.stringify({ api_key_info: { ...info, ...(models && { models }) } }) })

  const tryOut = (secret: unknown) => {
    if (typeof secret === 'string' && refused.test(secret)) throw unprocessable(`api_key: ${title} refuses it.`)
  }

  return {
    list: (call, { engine }) =>
      replyValues(
        call,
        'api_key_infos',
        engine.all({ kind }).toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1)),
      ),
    create: (call, { engine, owner }) => {
      const { name, api_key: secret } = readBody(call)
      tryOut(secret)
      return reply(engine.create(kind, { name, created_by: String(owner.number) }))
    },
    get: (call, { engine }) => reply(engine.get(keyOf(call.path['api_key_uuid']))),
    update: (call, { engine }) => {
      const key = keyOf(call.path['api_key_uuid'])
      engine.get(key)
      const { name, api_key: secret } = readBody(call)
      tryOut(secret)
      // A secret is nowhere to be seen and yet changes when the key was last changed.
      return reply(name === undefined && secret === undefined ? engine.get(key) : engine.update(key, { name }))
    },
    remove: (call, world) => {
      const key = keyOf(call.path['api_key_uuid'])
      const info = { ...world.engine.get(key), deleted_at: world.clock.stamp() }
      world.engine.remove(key)
      rememberDeletedKey(world, kind, info)
      return { body: JSON.stringify({ api_key_info: info }) }
    },
    listAgents: (call, world) => {
      const { engine } = world
      const { uuid } = engine.get(keyOf(call.path['uuid']))
      const where = [{ field: 'providerKey', equals: String(uuid), hidden: true }]
      const page = engine.list({ kind: 'Agent', where, order: 'newest', page: readPage(call) })
      const agents = (JSON.parse(`[${page.texts}]`) as Value[]).map((agent) => JSON.stringify(describeNested(world, agent)))
      return replyPage(call, 'agents', { texts: agents.join(','), total: page.total })
    },
  }
}

const anthropic = behaviorsOf(providerKinds[0])
const openai = behaviorsOf(providerKinds[1])

export const genaiProviderKeys: FamilyBehavior = {
  operations: {
    genaiProviderKeys_list_anthropic: anthropic.list,
    genaiProviderKeys_create_anthropic: anthropic.create,
    genaiProviderKeys_get_anthropic: anthropic.get,
    genaiProviderKeys_update_anthropic: anthropic.update,
    genaiProviderKeys_delete_anthropic: anthropic.remove,
    genaiProviderKeys_list_agents_by_anthropic: anthropic.listAgents,
    genaiProviderKeys_list_openai: openai.list,
    genaiProviderKeys_create_openai: openai.create,
    genaiProviderKeys_get_openai: openai.get,
    genaiProviderKeys_update_openai: openai.update,
    genaiProviderKeys_delete_openai: openai.remove,
    genaiProviderKeys_list_agents_by_openai: openai.listAgents,
  },
}
