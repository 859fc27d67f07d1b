import { describe, expect } from 'vitest'
import { it, createInferenceSandbox, createMessages, textModel } from '../../../test/inference/inference-sandbox.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

type InferenceSandbox = ReturnType<typeof createInferenceSandbox>

const endpoint = '/v1/chat/completions'
const line = (name: string, change: object = {}) =>
  JSON.stringify({
    custom_id: name,
    method: 'POST',
    url: endpoint,
    body: { model: textModel, messages: createMessages(`A blurb for ${name}`) },
    ...change,
  })

const order = { provider: 'openai', endpoint, completion_window: '24h', request_id: 'blurbs-2026-03' } as const

async function uploadTo({
  sandbox,
  url,
  content,
  type = 'application/octet-stream',
}: {
  sandbox: InferenceSandbox
  url: string
  content: string
  type?: string
}) {
  return sandbox.fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: content })
}

async function upload(sandbox: InferenceSandbox, content: string): Promise<string> {
  const { body } = await sandbox.post('/v1/batches/files', { file_name: 'blurbs.jsonl' })
  // Clients use different content types.
  const { status } = await uploadTo({ sandbox, url: body.upload_url, content, type: 'application/x-ndjson' })
  if (status !== 200) throw new Error(`The upload returned ${status}.`)
  return body.file_id
}

async function createBatch(sandbox: InferenceSandbox, content: string, change: Fields<'/v1/batches'> = {}): Promise<string> {
  const { status, body } = await sandbox.post('/v1/batches', { ...order, file_id: await upload(sandbox, content), ...change })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.batch_id
}

const getBatch = async (sandbox: InferenceSandbox, id: string) => (await sandbox.get(`/v1/batches/${id}`)).body
const tenLines = Array.from({ length: 10 }, (_, n) => line(`book-${n}`)).join('\n')

async function download(sandbox: InferenceSandbox, url: string) {
  const response = await sandbox.fetch(url)
  expect(response.headers.get('content-type')).toContain('application/jsonl')
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
}

describe('batches', () => {
  it('runs each line like a single request and writes the replies to the output file', async ({ inference: sandbox }) => {
    const file = await upload(sandbox, `${line('book-1')}\n${line('book-2')}\n`)
    const started = await sandbox.post('/v1/batches', { ...order, file_id: file, metadata: { shop: 'storefront' } })
    expect(started).toMatchObject({
      status: 201,
      body: { status: 'validating', provider: 'openai', endpoint, input_file_id: file, metadata: { shop: 'storefront' }, errors: null },
    })
    const { batch_id: id } = started.body
    expect(await sandbox.get(`/v1/batches/${id}/results`)).toMatchObject({ status: 412 })
    await sandbox.pass(6)
    expect(await getBatch(sandbox, id)).toMatchObject({
      status: 'in_progress',
      request_counts: { total: 2, completed: 0, failed: 0 },
      in_progress_at: expect.any(String),
    })
    await sandbox.pass(10)
    expect(await getBatch(sandbox, id)).toMatchObject({ status: 'finalizing', request_counts: { completed: 2 } })
    await sandbox.pass(5)
    expect(await getBatch(sandbox, id)).toMatchObject({ status: 'completed', completed_at: expect.any(String), error_file_id: null })
    const { body } = await sandbox.get(`/v1/batches/${id}/results`)
    expect(body.download).toEqual({ presigned_url: body.output_file_url, expires_at: body.expires_at })
    expect((await sandbox.get('/v1/batches')).body).toMatchObject({
      edges: [{ cursor: id, node: { batch_id: id } }],
      page_info: { endCursor: id, hasNextPage: false },
    })
    expect(body).toMatchObject({ batch_id: id, result_available: true, error_file_url: null })
    const lines = await download(sandbox, body.output_file_url)
    expect(lines.map(({ custom_id: name }) => name)).toEqual(['book-1', 'book-2'])
    const alone = await sandbox.post(endpoint, { model: textModel, messages: createMessages('A blurb for book-2') })
    expect(lines[1].response).toMatchObject({ status_code: 200, body: { choices: alone.body.choices, usage: alone.body.usage } })
  })

  it('writes lines that fail or cannot be parsed to the error file', async () => {
    const sandbox = createInferenceSandbox({ actionSeconds: 0 })
    const content = [
      line('good'),
      line('bad', { body: { model: 'gpt-9', messages: createMessages('x') } }),
      line('streamed', { body: { model: textModel, messages: createMessages('x'), stream: true } }),
      line('empty', { body: { model: textModel } }),
      'not json',
      line('good'),
      line('elsewhere', { url: '/v1/embeddings' }),
    ].join('\n')
    const id = await createBatch(sandbox, content)
    const batch = await getBatch(sandbox, id)
    expect(batch).toMatchObject({ status: 'completed', request_counts: { total: 7, completed: 1, failed: 6 } })
    expect(batch.errors.map(({ code, line: at }) => [code, at])).toEqual([
      ['invalid_json_line', 5],
      ['duplicate_custom_id', 6],
      ['mismatched_url', 7],
    ])
    const { body } = await sandbox.get(`/v1/batches/${id}/results`)
    const errors = await download(sandbox, body.error_file_url)
    expect(
      errors.filter(({ custom_id: name }) => name !== null).map(({ custom_id: name, response }) => [name, response.status_code]),
    ).toEqual([
      ['bad', 404],
      ['streamed', 422],
      ['empty', 422],
    ])
  })

  it('fails a batch without a valid line', async () => {
    const sandbox = createInferenceSandbox({ actionSeconds: 0 })
    const id = await createBatch(sandbox, 'not json\n')
    expect(await getBatch(sandbox, id)).toMatchObject({ status: 'failed', failed_at: expect.any(String), output_file_id: null })
  })

  it('formats results for the provider and the endpoint of the batch', async () => {
    const sandbox = createInferenceSandbox({ actionSeconds: 0 })
    const message = JSON.stringify({ custom_id: 'm', params: { model: textModel, max_tokens: 20, messages: createMessages('Hello') } })
    const id = await createBatch(sandbox, message, { provider: 'anthropic', endpoint: undefined, request_id: 'messages' })
    expect(await getBatch(sandbox, id)).not.toHaveProperty('endpoint')
    const [first] = await download(sandbox, (await sandbox.get(`/v1/batches/${id}/results`)).body.output_file_url)
    expect(first).toMatchObject({ custom_id: 'm', result: { type: 'succeeded', message: { type: 'message' } } })
    const respond = line('r', { url: '/v1/responses', body: { model: textModel, input: 'Hello' } })
    const other = await createBatch(sandbox, respond, { endpoint: '/v1/responses', request_id: 'responses' })
    const [second] = await download(sandbox, (await sandbox.get(`/v1/batches/${other}/results`)).body.output_file_url)
    expect(second.response.body.object).toBe('response')
  })

  it('cancels a running batch and returns 409 for one that has ended', async ({ inference: sandbox }) => {
    const id = await createBatch(sandbox, tenLines)
    await sandbox.pass(8)
    expect(await sandbox.post(`/v1/batches/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelling', cancelled_at: null },
    })
    await sandbox.pass(6)
    const batch = await getBatch(sandbox, id)
    expect(batch).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String), output_file_id: null })
    expect(batch.request_counts.completed).toBe(0)
    expect(await sandbox.post(`/v1/batches/${id}/cancel`)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  })

  it('expires after 24 hours with the results so far', async () => {
    const sandbox = createInferenceSandbox({ actionSeconds: 100_000 })
    const id = await createBatch(sandbox, tenLines)
    await sandbox.pass(24 * 3600 + 1)
    expect(await getBatch(sandbox, id)).toMatchObject({ status: 'expired', output_file_id: null })
    expect((await sandbox.get(`/v1/batches/${id}/results`)).body).toMatchObject({
      result_available: false,
      output_file_url: null,
      expires_at: null,
    })
  })
})

describe('batch creation', () => {
  it('returns the first batch for a repeated request_id and 409 for another body', async ({ inference: sandbox }) => {
    const file = await upload(sandbox, tenLines)
    const first = (await sandbox.post('/v1/batches', { ...order, file_id: file })).body
    const repeated = await sandbox.post('/v1/batches', { file_id: file, ...order })
    expect(repeated).toMatchObject({ status: 201, body: { batch_id: first.batch_id } })
    expect(await sandbox.post('/v1/batches', { ...order, file_id: file, metadata: { a: 'b' } })).toMatchObject({ status: 409 })
    expect((await sandbox.get('/v1/batches')).body.data).toHaveLength(1)
  })

  it.for([
    { name: 'no such file', change: { file_id: '5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e220' }, status: 404, field: 'file_id' },
    { name: 'no endpoint', change: { endpoint: undefined }, status: 422, field: 'endpoint' },
    { name: 'an endpoint where there is only one', change: { provider: 'anthropic' }, status: 422, field: 'endpoint' },
    { name: 'no request_id', change: { request_id: undefined }, status: 422, field: 'request_id' },
  ])('rejects a batch with $name', async ({ change, status, field }, { inference: sandbox }) => {
    const response = await sandbox.post('/v1/batches', forbidden({ ...order, file_id: await upload(sandbox, tenLines), ...change }))
    expect(response).toMatchObject({ status, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
  })

  it('returns 422 when nothing was uploaded to the file', async ({ inference: sandbox }) => {
    const { body } = await sandbox.post('/v1/batches/files', { file_name: 'blurbs.jsonl' })
    expect(await sandbox.post('/v1/batches', { ...order, file_id: body.file_id })).toMatchObject({ status: 422 })
    expect(await sandbox.post('/v1/batches/files', { file_name: 'blurbs.txt' })).toMatchObject({ status: 422 })
  })
})

describe('presigned URLs of batch files', () => {
  it('open one file without a key until they expire', async ({ inference: sandbox }) => {
    const { body } = await sandbox.post('/v1/batches/files', { file_name: 'blurbs.jsonl' })
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now())
    expect(
      (await uploadTo({ sandbox, url: body.upload_url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')), content: tenLines }))
        .status,
    ).toBe(403)
    expect(
      (await uploadTo({ sandbox, url: body.upload_url.replace(body.file_id, '5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e220'), content: tenLines }))
        .status,
    ).toBe(404)
    for (const content of ['', ' \n']) expect((await uploadTo({ sandbox, url: body.upload_url, content })).status).toBe(400)
    expect((await sandbox.fetch(body.upload_url)).status).toBe(403)
    await sandbox.pass(3601)
    expect((await uploadTo({ sandbox, url: body.upload_url, content: tenLines })).status).toBe(403)
  })

  it('accept a second upload until a batch uses the file', async ({ inference: sandbox }) => {
    const { body } = await sandbox.post('/v1/batches/files', { file_name: 'blurbs.jsonl' })
    expect((await uploadTo({ sandbox, url: body.upload_url, content: 'not json' })).status).toBe(200)
    expect((await uploadTo({ sandbox, url: body.upload_url, content: tenLines })).status).toBe(200)
    await sandbox.post('/v1/batches', { ...order, file_id: body.file_id })
    expect((await uploadTo({ sandbox, url: body.upload_url, content: tenLines })).status).toBe(422)
  })
})

it('lists batches newest first, by cursor and by status', async ({ inference: sandbox }) => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push(await createBatch(sandbox, tenLines, { request_id: name }))
  const newest = ids.toReversed()
  const page = (await sandbox.get('/v1/batches?limit=2')).body
  expect(page).toMatchObject({ object: 'list', first_id: newest[0], last_id: newest[1], has_more: true })
  const next = (await sandbox.get(`/v1/batches?limit=2&after=${page.last_id}`)).body
  expect(next).toMatchObject({ data: [{ batch_id: newest[2] }], has_more: false })
  await sandbox.post(`/v1/batches/${newest[1]}/cancel`)
  expect((await sandbox.get('/v1/batches?status=cancelling')).body.data).toHaveLength(1)
  expect((await sandbox.get('/v1/batches?status=completed')).body).toMatchObject({
    data: [],
    first_id: null,
    last_id: null,
    has_more: false,
  })
  expect(await sandbox.get('/v1/batches?limit=101')).toMatchObject({ status: 422 })
  expect(await sandbox.get('/v1/batches/5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e220')).toMatchObject({ status: 404 })
})
