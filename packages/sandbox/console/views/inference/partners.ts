/** Whom one can talk with: models, and the agents of the account that run. */
import { ask, describeRefusal, read } from '../../data/ask.ts'

export interface Partner {
  readonly kind: 'model' | 'agent'
  readonly id: string
  readonly name: string
}

export async function listPartners(): Promise<readonly Partner[]> {
  const [models, agents] = await Promise.all([listModels(), listAgents()])
  return [...models, ...agents]
}

async function listModels(): Promise<readonly Partner[]> {
  const { status, body } = await ask({ method: 'GET', path: '/v1/models', key: true })
  if (status >= 400) throw new Error(describeRefusal(status, body))
  const ids = (Object(body) as { data?: readonly { readonly id: string }[] }).data?.map(({ id }) => id) ?? []
  // The list does not say which of them talk; those that do are known by their names.
  return ids.toSorted((a, b) => Number(talks.test(b)) - Number(talks.test(a))).map((id) => ({ kind: 'model', id, name: id }))
}

const talks = /gpt|claude|llama|mistral|qwen|deepseek|instruct/

interface Agents {
  readonly agents?: readonly { readonly uuid: string; readonly name: string; readonly url?: string }[]
}

async function listAgents(): Promise<readonly Partner[]> {
  const { agents = [] } = await read<Agents>('/v2/gen-ai/agents?per_page=200')
  return agents.flatMap(({ uuid, name, url = '' }) => (url === '' ? [] : [{ kind: 'agent', id: uuid, name } as const]))
}

const keys = new Map<string, Promise<string>>()

/** All agents answer at one address here, so that the key says which is meant. It is shown only to whom made it: the page makes its own, once. */
export function takeAgentKey(uuid: string): Promise<string> {
  const known = keys.get(uuid) ?? createKey(uuid)
  keys.set(uuid, known)
  known.catch(() => keys.delete(uuid))
  return known
}

async function createKey(uuid: string): Promise<string> {
  const path = `/v2/gen-ai/agents/${encodeURIComponent(uuid)}/api_keys`
  const { status, body } = await ask({ method: 'POST', path, body: { name: 'console' } })
  if (status >= 400) throw new Error(describeRefusal(status, body))
  const { api_key_info: made } = Object(body) as { api_key_info?: { secret_key?: string } }
  if (made?.secret_key === undefined) throw new Error('The key that was made for the agent was not shown.')
  return made.secret_key
}
