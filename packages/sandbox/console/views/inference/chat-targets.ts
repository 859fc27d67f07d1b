/** Models and running agents that can chat. */
import { describeError, getApi, sendApiRequest } from '../../data/requests.ts'

export interface ChatTarget {
  readonly kind: 'model' | 'agent'
  readonly id: string
  readonly name: string
}

export async function listChatTargets(): Promise<readonly ChatTarget[]> {
  const [models, agents] = await Promise.all([listModels(), listAgents()])
  return [...models, ...agents]
}

async function listModels(): Promise<readonly ChatTarget[]> {
  const { status, body } = await sendApiRequest({ method: 'GET', path: '/v1/models', key: true })
  if (status >= 400) throw new Error(describeError(status, body))
  const ids = (Object(body) as { data?: readonly { readonly id: string }[] }).data?.map(({ id }) => id) ?? []
  // The list has no capabilities, so chat models are recognized by name and come first.
  return ids.toSorted((a, b) => Number(chatModel.test(b)) - Number(chatModel.test(a))).map((id) => ({ kind: 'model', id, name: id }))
}

const chatModel = /gpt|claude|llama|mistral|qwen|deepseek|instruct/

interface Agents {
  readonly agents?: readonly { readonly uuid: string; readonly name: string; readonly url?: string }[]
}

async function listAgents(): Promise<readonly ChatTarget[]> {
  const { agents = [] } = await getApi<Agents>('/v2/gen-ai/agents?per_page=200')
  return agents.flatMap(({ uuid, name, url = '' }) => (url === '' ? [] : [{ kind: 'agent', id: uuid, name } as const]))
}

const keys = new Map<string, Promise<string>>()

/** API key of an agent. All agents share one URL, and the key selects the agent. The API returns a key only once, so the page creates its own. */
export function getAgentKey(uuid: string): Promise<string> {
  const known = keys.get(uuid) ?? createKey(uuid)
  keys.set(uuid, known)
  known.catch(() => keys.delete(uuid))
  return known
}

async function createKey(uuid: string): Promise<string> {
  const path = `/v2/gen-ai/agents/${encodeURIComponent(uuid)}/api_keys`
  const { status, body } = await sendApiRequest({ method: 'POST', path, body: { name: 'console' } })
  if (status >= 400) throw new Error(describeError(status, body))
  const { api_key_info: info } = Object(body) as { api_key_info?: { secret_key?: string } }
  if (info?.secret_key === undefined) throw new Error('The response has no secret key for the agent.')
  return info.secret_key
}
