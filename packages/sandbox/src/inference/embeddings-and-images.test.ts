import { describe, expect } from 'vitest'
import { it, createInferenceSandbox } from '../../test/inference/inference-sandbox.ts'
import { type Fields, forbidden } from '../../test/operation-at.ts'

describe('models', () => {
  it('[inference-model-access-key] are listed, and each is usable', async ({ inference: { get } }) => {
    const { status, body } = await get('/v1/models')
    expect(status).toBe(200)
    expect(body.object).toBe('list')
    expect(body.data).toContainEqual({
      id: 'llama3.3-70b-instruct',
      object: 'model',
      created: expect.any(Number),
      owned_by: expect.any(String),
    })
    expect(new Set(body.data.map(({ id }) => id)).size).toBe(body.data.length)
  })

  it('[inference-model-access-key] are found by their ids, which may contain a slash', async ({ inference: { get } }) => {
    const { data } = (await get('/v1/models')).body
    for (const model of data) {
      expect(await get(`/v1/models/${encodeURIComponent(model.id)}`)).toMatchObject({ status: 200, body: model })
    }
    expect(await get('/v1/models/nobody')).toMatchObject({
      status: 404,
      body: { message: 'Model "nobody" not found. GET /v1/models lists them.', error: { type: 'not_found_error' } },
    })
  })
})

describe('embeddings', () => {
  const path = '/v1/embeddings'
  const model = 'gte-large-en-v1.5'

  it('[embeddings-path] [embeddings-vectors] are vectors of length one, in the order of the texts', async ({ inference: { post } }) => {
    const { status, body } = await post(path, { model, input: ['A history of the tides', 'Knots for beginners'] })
    expect(status).toBe(200)
    expect(body.data.map(({ index }) => index)).toEqual([0, 1])
    for (const { embedding } of body.data) {
      expect(embedding).toHaveLength(1024)
      expect(Math.hypot(...(embedding as number[]))).toBeCloseTo(1, 5)
    }
    expect(body.usage.prompt_tokens).toBe(body.usage.total_tokens)
  })

  it('are more similar the more words two texts share', async ({ inference: { post } }) => {
    const { body } = await post(path, { model, input: ['A history of the tides', 'The history of tides', 'Quarterly tax report'] })
    const [a, b, c] = body.data.map(({ embedding }) => embedding as number[])
    const near = (x: number[], y: number[]) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
    expect(near(a!, b!)).toBeGreaterThan(0.5)
    expect(near(a!, c!)).toBeLessThan(0.3)
  })

  it('are the same numbers as base64', async ({ inference: { post } }) => {
    const plain = (await post(path, { model, input: 'A history of the tides' })).body.data[0].embedding
    const packed = (await post(path, { model, input: 'A history of the tides', encoding_format: 'base64' })).body.data[0].embedding
    const bytes = Buffer.from(packed as string, 'base64')
    expect(Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))).toEqual(plain)
  })

  it('have the dimensions of the model, or fewer on request', async ({ inference: { post } }) => {
    const count = async (more: object) => (await post(path, { model, input: 'tides', ...more })).body.data[0].embedding.length
    expect(await count({ model: 'all-mini-lm-l6-v2' })).toBe(384)
    expect(await count({ dimensions: 8 })).toBe(8)
    expect(await post(path, forbidden({ model, input: 'tides', dimensions: 4096 }))).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^dimensions: /) },
    })
  })

  it('accept token ids, for one text or several', async ({ inference: { post } }) => {
    const read = async (input: Fields<typeof path>['input'] & {}) => {
      const { status, body } = await post(path, { model, input })
      expect(status, body.message).toBe(200)
      return { vectors: body.data.map(({ embedding }) => embedding as number[]), usage: body.usage }
    }
    const one = await read([32, 3892, 315])
    expect(one).toMatchObject({ vectors: [{ length: 1024 }], usage: { prompt_tokens: 3, total_tokens: 3 } })
    const several = await read([
      [32, 3892, 315],
      [3892, 315, 7],
      [9, 8, 11],
    ])
    expect(several).toMatchObject({ vectors: [one.vectors[0], {}, {}], usage: { prompt_tokens: 9 } })
    const [a = [], b = [], c = []] = several.vectors
    const near = (x: number[], y: number[]) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
    expect(Math.hypot(...a)).toBeCloseTo(1, 5)
    expect(near(a!, b!)).toBeGreaterThan(near(a!, c!) + 0.4)
    const long = Array.from({ length: 2049 }, (_, id) => id)
    expect((await read(long)).usage.prompt_tokens).toBe(2049)
  })

  it.each([
    { input: [[1], []], message: 'input.1: must not have fewer than 1 items' },
    { input: [1, 'tides'], message: 'input.1: must be of the same kind as input.0' },
    { input: ['tides', [1]], message: 'input.1: must be of the same kind as input.0' },
    { input: [1.5], message: 'input.0: must be string or integer or array' },
    { input: [[1, -1]], message: 'input.0.1: must be >= 0' },
    { input: Array.from({ length: 2049 }, () => 'tides'), message: 'input: must not have more than 2048 items' },
  ])('return the error $message', async ({ input, message }) => {
    expect(await createInferenceSandbox().post(path, { model, input })).toMatchObject({ status: 422, body: { message } })
  })

  it('reject other models, missing text and control tokens', async ({ inference: { post, ask, tokens } }) => {
    expect(await post(path, { model: 'nothing', input: 'x' })).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } })
    expect(await post(path, { model: 'llama3.3-70b-instruct', input: 'x' })).toMatchObject({ status: 422 })
    expect(await post(path, { model, input: ['x', ''] })).toMatchObject({ status: 422, body: { message: 'input.1: must not be empty' } })
    expect(await post(path, { model, input: [] })).toMatchObject({ status: 422 })
    expect(await ask('POST', path, { model, input: 'x' }, { token: tokens.full })).toMatchObject({ status: 401 })
  })
})

describe('image generations', () => {
  const path = '/v1/images/generations'
  const order = { model: 'openai-gpt-image-1', prompt: 'A bookshop window by the sea', n: 1 }

  const decode = (data: string) => Buffer.from(data, 'base64').toString('latin1')

  it('are PNG files in the requested number, with the requested size in the reply', async ({ inference: { post } }) => {
    const { status, body } = await post(path, { ...order, n: 2, size: '1024x1536' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ size: '1024x1536', output_format: 'png', background: 'opaque', quality: 'high' })
    expect(body.data).toHaveLength(2)
    expect(decode(body.data[0].b64_json)).toMatch(/^\x89PNG\r\n/)
    expect((await post(path, order)).body.size).toBe('1024x1024')
    const { n, ...unnumbered } = order
    for (const one of [unnumbered, { ...unnumbered, n: null }]) expect((await post(path, one)).body.data).toHaveLength(n)
  })

  it('can be webp and jpeg', async ({ inference: { post } }) => {
    const file = async (format: string) => decode((await post(path, { ...order, output_format: format })).body.data[0].b64_json)
    expect(await file('webp')).toMatch(/^RIFF[^]{4}WEBP/)
    expect(await file('jpeg')).toMatch(/^\xff\xd8[^]*\xff\xd9$/)
  })

  it('stream partial images, the last of which is final', async ({ inference: { post, stream } }) => {
    const fullReply = (await post(path, order)).body.data[0].b64_json
    const events = await stream(path, { ...order, stream: true, partial_images: 2 })
    expect(events.map(({ data }) => [data.type, data.partial_image_index])).toEqual([
      ['image_generation.partial_image', 0],
      ['image_generation.partial_image', 1],
    ])
    expect(events[1]?.data).toMatchObject({
      b64_json: fullReply,
      size: '1024x1024',
      quality: 'high',
      background: 'opaque',
      output_format: 'png',
    })
  })

  it.for([
    { input: { model: 'nothing' }, status: 404, field: 'model' },
    { input: { model: 'gte-large-en-v1.5' }, status: 422, field: 'model' },
    { input: { quality: 'best' }, status: 422, field: 'quality' },
    { input: { background: 'transparent', output_format: 'jpeg' }, status: 422, field: 'background' },
    { input: { output_format: 'gif' }, status: 422, field: 'output_format' },
    { input: { output_compression: 101 }, status: 422, field: 'output_compression' },
    { input: { partial_images: 2 }, status: 422, field: 'partial_images' },
    { input: { n: 11 }, status: 422, field: 'n' },
  ])('reject $input', async ({ input, status, field }, { inference: { post } }) => {
    expect(await post(path, { ...order, ...input })).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(new RegExp(`^${field}: `)) } },
    })
  })
})

describe('asynchronous invocations', () => {
  const path = '/v1/async-invoke'
  const run = { model_id: 'fal-ai/flux/schnell', input: { prompt: 'A bookshop window by the sea', num_images: 2 } }

  it('are queued, and complete at once without delays', async () => {
    const queued = await createInferenceSandbox().post(path, run)
    expect(queued).toMatchObject({
      status: 202,
      body: { status: 'QUEUED', model_id: run.model_id, started_at: null, output: null, error: null },
    })
    const { post } = createInferenceSandbox({ actionSeconds: 0 })
    const done = await post(path, run)
    expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    const { images } = done.body.output as { images: { url: string }[] }
    expect(images).toHaveLength(2)
    expect(images[0]).toMatchObject({ url: expect.stringMatching(/^data:image\/png;base64,iVBOR/), width: 512, height: 512 })
    const spoken = await post(path, { model_id: 'fal-ai/elevenlabs/tts/multilingual-v2', input: { text: 'Your order is on its way.' } })
    const { audio } = spoken.body.output as { audio: { url: string } }
    expect(Buffer.from(audio.url.split(',')[1]!, 'base64').toString('latin1', 0, 4)).toBe('RIFF')
  })

  it('are readable by the account that started them', async ({ inference: sandbox }) => {
    const { body: started } = await sandbox.post(path, run)
    const read = async () => (await sandbox.get(`${path}/${started.request_id}`)).body
    expect(await read()).toEqual(started)
    await sandbox.pass(3)
    expect(await read()).toEqual({ ...started, status: 'IN_PROGRESS', started_at: expect.any(String) })
    await sandbox.pass(8)
    const ended = await read()
    expect(ended).toMatchObject({ status: 'COMPLETED', completed_at: expect.any(String), error: null })
    expect(ended.output['images']).toHaveLength(2)
    expect(await read()).toEqual(ended)
    expect((await sandbox.get(`${path}/0b5c9a3e-6a1d-4f57-8c2e-9d7f31e0a442`)).status).toBe(404)
    expect((await sandbox.ask('GET', `${path}/${started.request_id}`)).status).toBe(401)
  })

  it('reject unknown models, synchronous models and missing input', async ({ inference: { post } }) => {
    expect(await post(path, { ...run, model_id: 'nothing' })).toMatchObject({ status: 404 })
    expect(await post(path, { ...run, model_id: 'llama3.3-70b-instruct' })).toMatchObject({ status: 422 })
    expect(await post(path, { ...run, input: {} })).toMatchObject({ status: 422, body: { message: 'input.prompt: must be given' } })
    expect(await post(path, { ...run, input: { prompt: 'x', num_images: 11 } })).toMatchObject({ status: 422 })
  })
})
