/** Tests `openai` with a sandbox that forwards models to another server. */
import { startJsonServer } from '@spindrift/testing/start-json-server'
import { startTestSandbox } from '@spindrift/testing/start-sandbox'
import OpenAI, { APIError } from 'openai'
import { afterAll, expect, it } from 'vitest'

const formatData = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** Answers like a local model server, and with an error for one text. */
const server = await startJsonServer((response, { stream, messages }) => {
  const fields = { id: 'local-1', created: 1, model: 'local', usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }
  if (JSON.stringify(messages).includes('fail')) {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"The model is not loaded."}}')
  } else if (stream === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = { ...fields, object: 'chat.completion.chunk' }
    for (const content of ['High ', 'tide.'])
      response.write(formatData({ ...chunk, usage: null, choices: [{ index: 0, delta: { role: 'assistant', content } }] }))
    response.end(`${formatData({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`)
  } else {
    const message = { role: 'assistant', content: 'High tide.' }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...fields, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
  }
})
const sandbox = await startTestSandbox({ modelsFrom: `${server.url}/v1#local` })
const client = new OpenAI({ apiKey: sandbox.inferenceKey, baseURL: `${sandbox.url}/v1`, maxRetries: 0 })
const model = 'llama3.3-70b-instruct'

afterAll(async () => {
  await sandbox.close()
  await server.close()
})

it('returns the reply of the other server, complete and streamed', async () => {
  const messages = [{ role: 'user', content: 'What comes at noon?' }] as const
  const fullReply = await client.chat.completions.create({ model, messages: [...messages] })
  expect(fullReply).toMatchObject({ model, choices: [{ message: { content: 'High tide.' } }], usage: { total_tokens: 5 } })
  const final = await client.chat.completions.stream({ model, messages: [...messages] }).finalChatCompletion()
  expect(final).toMatchObject({ model, choices: [{ message: { content: 'High tide.' }, finish_reason: 'stop' }] })
})

it('throws an API error when the other server fails', async () => {
  const failure = await client.chat.completions
    .create({ model, messages: [{ role: 'user', content: 'fail' }] })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(APIError)
  expect(failure).toMatchObject({ status: 502, message: expect.stringContaining('The model is not loaded.') })
})
