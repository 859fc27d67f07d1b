/** What the tests of the agent platform begin from. */
import type { SandboxOptions } from '../src/options.ts'
import { makeSandbox } from './make-sandbox.ts'
import type { Fields } from './operation-at.ts'

export const llama = 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97'
export const haiku = '8d14f0a6-52b7-4c3e-9a80-e6f3b91d7c45'
export const reasoner = 'a0c6f218-95d4-4e3b-97c1-3e8b52d704f6'
export const gte = '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24'
export const nobody = '00000000-0000-4000-8000-000000000000'
export const helpPages = {
  web_crawler_data_source: { base_url: 'https://tidewater.example/help', crawling_option: 'PATH', exclude_tags: ['nav'] },
} as const

export async function makeGenai(options: SandboxOptions = {}) {
  const sandbox = makeSandbox(options)
  await sandbox.post('/_sandbox/clock', { now: '2026-03-03T09:30:00Z', frozen: true })
  const { id: project } = (await sandbox.get('/v2/projects/default')).body.project
  const agentOf = (fields: Fields<'/v2/gen-ai/agents'> = {}) => ({
    name: 'shop-assistant',
    instruction: 'You help the customers of a small bookshop.',
    model_uuid: llama,
    project_id: project,
    region: 'tor1',
    ...fields,
  })
  const baseOf = (fields: Fields<'/v2/gen-ai/knowledge_bases'> = {}) => ({
    name: 'shop-pages',
    embedding_model_uuid: gte,
    project_id: project,
    region: 'tor1',
    datasources: [helpPages],
    ...fields,
  })
  return {
    ...sandbox,
    project,
    agentOf,
    baseOf,
    makeAgent: async (fields: Fields<'/v2/gen-ai/agents'> = {}) => (await sandbox.post('/v2/gen-ai/agents', agentOf(fields))).body.agent,
    makeBase: async (fields: Fields<'/v2/gen-ai/knowledge_bases'> = {}) =>
      (await sandbox.post('/v2/gen-ai/knowledge_bases', baseOf(fields))).body.knowledge_base,
  }
}
