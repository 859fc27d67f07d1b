import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUri } from './address.ts'
import { parseSignature, type SignedRequest, verifySignature } from './signature.ts'

const credentials = { accessKeyId: 'DO00KEY', secretAccessKey: 'secret+of/key' }

/** Hash function in the form that the signer takes. */
class Sha256 {
  readonly #key: string | undefined
  #pieces: Buffer[] = []
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#key = key as string | undefined
  }
  update(chunk: string | Uint8Array) {
    this.#pieces.push(Buffer.from(chunk as string))
  }
  async digest() {
    const hash = this.#key === undefined ? createHash('sha256') : createHmac('sha256', this.#key)
    return new Uint8Array(hash.update(Buffer.concat(this.#pieces)).digest())
  }
  reset() {
    this.#pieces = []
  }
}

const signer = new SignatureV4({ credentials, region: 'nyc3', service: 's3', sha256: Sha256, uriEscapePath: false })
const now = Date.UTC(2026, 0, 31, 12)

interface Target {
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: Record<string, string>
}

const toRequest = ({ path, query, headers }: Target) => ({ method: 'GET', protocol: 'http:', hostname: 'localhost', path, query, headers })

function receive(signed: { readonly path: string; readonly query?: unknown; readonly headers: Record<string, string> }): SignedRequest {
  const query = new URLSearchParams(signed.query as Record<string, string>)
  return { method: 'GET', path: signed.path, query, headers: { ...signed.headers } }
}

const target = fc.record({
  path: fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 4 }).map((parts) => `/${parts.map(encodeUri).join('/')}`),
  query: fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).filter((name) => name !== '__proto__'),
    fc.string({ unit: 'grapheme' }),
    {
      noNullPrototype: true,
    },
  ),
  headers: fc.record({ host: fc.constant('localhost:4021'), 'x-amz-meta-a': fc.stringMatching(/^[ -~]{0,20}$/) }),
})

/** Returns the name of the error that `work` throws; empty without one. */
function findErrorName(work: () => void): string {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).name
  }
}

describe('signature version 4', () => {
  it('accepts every request that the AWS SDK signs, and none that was changed', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (each) => {
        const signed = await signer.sign(toRequest(each), { signingDate: new Date(now) })
        const request = receive({
          ...signed,
          headers: { ...signed.headers, 'x-amz-content-sha256': signed.headers['x-amz-content-sha256'] ?? '' },
        })
        const signature = parseSignature(request)
        if (!signature) throw new Error('The signature was not found.')
        verifySignature(request, signature, credentials.secretAccessKey, now)
        expect(() => verifySignature({ ...request, path: `${request.path}x` }, signature, credentials.secretAccessKey, now)).toThrow(
          /signature/,
        )
        expect(() => verifySignature(request, signature, 'other', now)).toThrow(/signature/)
      }),
      { numRuns: 100 },
    )
  })

  it.each(['utf8', 'latin1'] as const)('accepts headers that a client signs as UTF-8 and sends as %s', async (encoding) => {
    const headers = { host: 'localhost', 'x-amz-meta-title': 'Bücher' }
    const signed = await signer.sign(toRequest({ path: '/a', query: {}, headers }), { signingDate: new Date(now) })
    const received = Buffer.from(headers['x-amz-meta-title'], encoding).toString('latin1')
    const request = receive({ ...signed, headers: { ...signed.headers, 'x-amz-meta-title': received } })
    const signature = parseSignature(request)
    if (!signature) throw new Error('The signature was not found.')
    expect(() => verifySignature(request, signature, credentials.secretAccessKey, now)).not.toThrow()
  })

  it('accepts presigned URLs until they expire', async () => {
    await fc.assert(
      fc.asyncProperty(target, async ({ path, query }) => {
        const signed = await signer.presign(
          toRequest({ path, query, headers: { host: 'localhost:4021', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }),
          {
            signingDate: new Date(now),
            expiresIn: 60,
          },
        )
        const request = receive(signed)
        const signature = parseSignature(request)
        if (!signature) throw new Error('The signature was not found.')
        verifySignature(request, signature, credentials.secretAccessKey, now + 59_000)
        expect(() => verifySignature(request, signature, credentials.secretAccessKey, now + 61_000)).toThrow('Request has expired')
      }),
      { numRuns: 50 },
    )
  })

  it('rejects a request of another time', async () => {
    const signed = await signer.sign(toRequest({ path: '/a', query: {}, headers: { host: 'localhost' } }), { signingDate: new Date(now) })
    const request = receive(signed)
    const signature = parseSignature(request)
    if (!signature) throw new Error('The signature was not found.')
    expect(() => verifySignature(request, signature, credentials.secretAccessKey, now + 16 * 60_000)).toThrow(/time/)
  })

  it('parses any text without an unexpected error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.boolean(), (text, value, isQuery) => {
        const headers = isQuery ? {} : { authorization: `AWS4-HMAC-SHA256 ${text}`, 'x-amz-date': value, 'x-amz-content-sha256': value }
        const query = new URLSearchParams(
          isQuery ? { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256', 'X-Amz-Credential': text, 'X-Amz-Signature': value } : {},
        )
        expect(findErrorName(() => parseSignature({ method: 'GET', path: '/', query, headers }))).toMatch(/^(S3Error)?$/)
      }),
    )
  })
})
