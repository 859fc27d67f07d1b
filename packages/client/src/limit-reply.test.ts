/** Limit of the response size, to the byte. */
import { describe, expect, test } from 'vitest'
import { createAccount } from './generated/account.ts'

const text = JSON.stringify({ account: { email: 'maya@tidewater.example' } })
const size = text.length

/** Reads a response with the given body and headers. */
async function read(max: number, headers: Readonly<Record<string, string>>, chunks = [text]) {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  const response = new Response(body, { headers: { 'content-type': 'application/json', ...headers } })
  const account = createAccount({ baseUrl: 'https://platform.example', token: 't', maxReplyBytes: max, fetch: async () => response })
  const result = await account.get().catch((error: unknown) => error)
  return { result, isCancelled, left: chunks.length }
}

const whole = JSON.parse(text) as unknown
const tooLarge = (max: number) =>
  expect.objectContaining({
    name: 'ReplyTooLargeError',
    message: `GET /v2/account: the response is larger than ${max} bytes. Raise maxReplyBytes, or read it with asResponse().`,
  }) as unknown

describe('a response', () => {
  test.each([
    { what: 'with a content-length', headers: { 'content-length': String(size) } },
    { what: 'without a length', headers: {} },
    { what: 'with compression', headers: { 'content-encoding': 'gzip', 'content-length': String(size) } },
  ])('may be as long as the limit and no longer: $what', async ({ headers }) => {
    expect((await read(size, headers)).result).toEqual(whole)
    expect((await read(size - 1, headers)).result).toEqual(tooLarge(size - 1))
  })

  test('with a content-length above the limit is not read', async () => {
    expect(await read(10, { 'content-length': String(size) })).toEqual({ result: tooLarge(10), isCancelled: true, left: 1 })
  })

  test('is not read beyond the limit', async () => {
    const { result, left } = await read(10, {}, ['12345', '67890', 'x', ...Array.from({ length: 50 }, () => 'more')])
    expect(result).toEqual(tooLarge(10))
    expect(left).toBeGreaterThan(40)
  })

  test('with a content-length above the limit and no body is rejected', async () => {
    const fetch = async () => new Response(null, { headers: { 'content-length': '11' } })
    const account = createAccount({ baseUrl: 'https://platform.example', token: 't', maxReplyBytes: 10, fetch })
    await expect(account.get()).rejects.toEqual(tooLarge(10))
  })

  test('without a body resolves to undefined', async () => {
    const fetch = async () => new Response(null, { headers: { 'content-encoding': 'gzip' } })
    expect(await createAccount({ baseUrl: 'https://platform.example', token: 't', fetch }).get()).toBeUndefined()
  })
})
