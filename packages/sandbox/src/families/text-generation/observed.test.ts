import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Say hello!' }] }

const post = (sandbox: ObservedSandbox, path: string, body: object) => sandbox.post(path, body, { token: sandbox.inferenceToken })

testObserved({
  'clients-19': async (sandbox) => {
    const response = await post(sandbox, '/v1/chat/completions', { ...question, stream_options: { include_usage: true } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    return response
  },
  'clients-23': (sandbox) =>
    shows(post(sandbox, '/v1/chat/completions', { ...question, max_completion_tokens: 16 }), { usage: { completion_tokens: 16 } }),
  'clients-24': ({ get, inferenceToken }) =>
    shows(get('/v1/models/llama3.3-70b-instruct', { token: inferenceToken }), { id: 'llama3.3-70b-instruct', object: 'model' }),
  'clients-25': async (sandbox) => {
    const response = await post(sandbox, '/v1/images/generations', {
      model: 'openai-gpt-image-1',
      prompt: 'A baby otter in calm blue water',
    })
    expect(response.body.data).toHaveLength(1)
    return response
  },
  'clients-26': async (sandbox) => {
    const input = { prompt: 'A yellow star', text: 'A yellow star' }
    for (const model_id of ['fal-ai/flux/schnell', 'fal-ai/stable-audio-25/text-to-audio', 'fal-ai/elevenlabs/tts/multilingual-v2'])
      await shows(post(sandbox, '/v1/async-invoke', { model_id, input }), { status: 'QUEUED' })
    return post(sandbox, '/v1/responses', { model: 'openai-gpt-oss-20b', input: 'What is 2+2?' })
  },
})
