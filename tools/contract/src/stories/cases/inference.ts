import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const model = 'llama3.3-70b-instruct'

export const inference: Story = {
  title: 'Models are listed, answer whole and in events, embed texts, and refuse other keys',
  run: async ({ cloud, as, keeps, lists, refuses }) => {
    const { data: models } = await cloud.models.list()
    keeps(() => assert.ok(models.some(({ id }) => id === model)))
    const messages = [{ role: 'user', content: 'Do you have tide tables?' }] as const
    const whole = await cloud.chat.completions.create({ body: { model, messages: [...messages], max_tokens: 200 } })
    keeps(() => assert.deepEqual([whole.model, whole.choices[0]?.finish_reason], [model, 'stop']))
    const again = await cloud.chat.completions.create({ body: { model, messages: [...messages], max_tokens: 200 } })
    keeps(() => assert.equal(again.choices[0]?.message.content, whole.choices[0]?.message.content))

    const events = { headers: { accept: 'text/event-stream' } }
    const streamed = await cloud.chat.completions.create({ body: { model, messages: [...messages], stream: true } }, events).asResponse()
    assert.match(streamed.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.match(await streamed.text(), /data: \[DONE\]\s*$/)
    const embedded = await cloud.embeddings.create({ body: { model: 'gte-large-en-v1.5', input: ['A history of the tides', 'Knots'] } })
    lists(embedded.data, 'index', [0, 1])
    const message = await cloud.messages.create({ body: { model, max_tokens: 200, messages: [...messages] } })
    keeps(() => assert.equal(message.role, 'assistant'))
    const response = await cloud.responses.create({ body: { model, input: 'Do you have tide tables?', max_output_tokens: 200 } })
    keeps(() => assert.equal(response.status, 'completed'))
    await refuses(401, () => as({ inference: 'sk-do-wrong' }).models.list())
    await refuses(404, () => cloud.chat.completions.create({ body: { model: 'no-such-model', messages: [...messages] } }))
  },
}
