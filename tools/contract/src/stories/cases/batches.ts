import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const line = (id: string, content: string) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content }] },
  })

const toBytes = (lines: readonly string[]): ArrayBuffer => new TextEncoder().encode(`${lines.join('\n')}\n`).buffer

export const batches: Story = {
  title: 'A batch is uploaded, runs and has results, and a second one is cancelled',
  run: async ({ cloud, keeps, refuses, pass }) => {
    const file = await cloud.batches.files.create({ body: { file_name: 'blurbs.jsonl' } })
    await cloud.batches.files.upload({
      path: { file_id: file.file_id },
      query: { signature: new URL(file.upload_url).searchParams.get('signature') ?? '' },
      body: toBytes([line('book-1', 'A blurb for The Tide Atlas'), line('book-2', 'A blurb for Knots for Beginners')]),
    })
    const body = { file_id: file.file_id, provider: 'openai', endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    const batch = await cloud.batches.create({ body: { ...body, request_id: 'blurbs-2026-03' } })
    const path = { batch_id: batch.batch_id }
    await refuses(412, () => cloud.batches.getResults({ path }))
    await pass(86_400)
    const ended = await cloud.batches.get({ path })
    keeps(() => assert.deepEqual([ended.batch_id, ended.status], [batch.batch_id, 'completed']))
    await cloud.batches.getResults({ path })
    await refuses(409, () => cloud.batches.cancel({ path }))

    const second = await cloud.batches.create({ body: { ...body, request_id: 'blurbs-2026-04' } })
    await cloud.batches.cancel({ path: { batch_id: second.batch_id } })
    await pass(86_400)
    const { data: all } = await cloud.batches.list()
    keeps(() => assert.deepEqual(all.map(({ status }) => status).toSorted(), ['cancelled', 'completed']))
  },
}
