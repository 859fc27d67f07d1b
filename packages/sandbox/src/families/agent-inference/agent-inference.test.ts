import { startJsonServer } from '@spindrift/testing/start-json-server'
import { describe, expect } from 'vitest'
import type { SandboxOptions } from '../../options.ts'
import { it } from '../../../test/it.ts'
import { createGenai, reasoner } from '../../../test/fixtures.ts'
import { createMessages, textModel } from '../../../test/inference/inference-sandbox.ts'
import type { BodyAt, Fields } from '../../../test/operation-at.ts'

const path = '/api/v1/chat/completions'
const question = { model: textModel, messages: createMessages('When will my order arrive?') }

async function createRunningAgent(fields: Fields<'/v2/gen-ai/agents'> = {}, options: SandboxOptions = {}) {
  const sandbox = await createGenai(options)
  const agent = await sandbox.makeAgent({ model_uuid: reasoner, ...fields })
  await sandbox.pass(120)
  const { body } = await sandbox.post(`/v2/gen-ai/agents/${agent.uuid}/api_keys`, { name: 'storefront' })
  const { uuid, secret_key: token } = body.api_key_info
  const sendChat = (chat: BodyAt<'post', typeof path> = question, key = token) => sandbox.post(path, chat, { token: key })
  return { ...sandbox, agent, uuid, token, sendChat }
}

describe('agent inference', () => {
  it('replies to the key of an agent with the model of the agent, whatever model the request names', async () => {
    const { sendChat } = await createRunningAgent()
    const { status, body } = await sendChat({ ...question, model: 'n/a' })
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject({ object: 'chat.completion', model: 'openai-gpt-oss-120b', choices: [{ finish_reason: 'stop' }] })
  })

  it('counts instructions and knowledge base passages as input tokens', async () => {
    const short = await createRunningAgent({ instruction: 'Be kind.' })
    const long = await createRunningAgent({ instruction: 'Be kind. '.repeat(50) })
    const tokens = async ({ sendChat }: typeof short) => (await sendChat()).body.usage.prompt_tokens as number
    expect(await tokens(long)).toBeGreaterThan(await tokens(short))
    const before = await tokens(short)
    const base = await short.makeBase()
    await short.post(`/v2/gen-ai/agents/${short.agent.uuid}/knowledge_bases/${base.uuid}`)
    expect(await tokens(short)).toBeGreaterThan(before)
  })

  it('accepts a model access key', async () => {
    const { sendChat, credentials } = await createRunningAgent()
    expect((await sendChat(question, credentials().inference_key)).body.model).toBe('openai-gpt-oss-120b')
  })

  it('returns 403 for an agent key on other endpoints and 401 once the key is deleted', async () => {
    const sandbox = await createRunningAgent()
    const { token, agent, uuid, sendChat } = sandbox
    for (const [method, other] of [
      ['GET', '/v1/models'],
      ['GET', '/v1/models/openai-gpt-oss-120b'],
      ['GET', '/v1/batches'],
    ] as const) {
      expect(await sandbox.ask(method, other, undefined, { token })).toMatchObject({
        status: 403,
        body: { error: { type: 'permission_error' } },
      })
    }
    expect(await sandbox.post('/v1/chat/completions', question, { token })).toMatchObject({ status: 403 })
    await sandbox.delete(`/v2/gen-ai/agents/${agent.uuid}/api_keys/${uuid}`)
    expect((await sendChat()).status).toBe(401)
  })
})

it('returns 404 for an agent that is not deployed yet', async ({ genai: sandbox }) => {
  const agent = await sandbox.makeAgent()
  const { body } = await sandbox.post(`/v2/gen-ai/agents/${agent.uuid}/api_keys`, { name: 'early' })
  const response = await sandbox.post(path, question, { token: body.api_key_info.secret_key })
  expect(response).toMatchObject({
    status: 404,
    body: { message: 'Deployment not found: the agent has not been deployed yet.', error: { type: 'not_found_error' } },
  })
})

it('forwards to the server of its model with its instruction, and records the usage that the server reports', async () => {
  const usage = { prompt_tokens: 11, completion_tokens: 6 }
  const received: unknown[] = []
  await using server = await startJsonServer((response, request) => {
    received.push(request)
    const chunks = [{ choices: [{ index: 0, delta: { content: 'Soon.' } }] }, { choices: [], usage }]
    const isStream = request['stream'] === true
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(isStream ? chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') : JSON.stringify({ choices: [], usage }))
  })
  const { sendChat, agent, get, fetch, token } = await createRunningAgent({ instruction: 'Be kind.' }, { modelsFrom: server.url })
  expect((await sendChat()).body.usage).toEqual(usage)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...question, stream: true })
  const stream = await (await fetch(`http://127.0.0.1${path}`, { method: 'POST', headers, body })).text()
  expect(stream).toContain('Soon.')
  expect(stream).not.toContain('usage')
  const messages = [{ role: 'system', content: 'Be kind.' }, ...question.messages]
  expect(received).toMatchObject([{ messages }, { messages, stream_options: { include_usage: true } }])
  const { measurements } = (await get(`/v2/gen-ai/agents/${agent.uuid}/usage`)).body.usage
  expect(measurements.map(({ tokens }) => tokens)).toEqual([22, 12])
})
