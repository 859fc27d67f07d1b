/** Malformed input: every parser returns a value or throws an error of the protocol. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAcl } from './acl.ts'
import { parseAddress } from './address.ts'
import { receiveBody } from './body.ts'
import { createChecksum } from './checksums.ts'
import { parseRange } from './conditions.ts'
import { parseCors, parseLifecycle, parseLogging, parseTagging, parseVersioning } from './config.ts'
import { checkPolicy, evaluatePolicy, matchesPattern } from './policy.ts'
import { createChunkSigner, hash, type Signature } from './signature.ts'
import { parseXml, renderXml } from './xml.ts'

/** Returns the name of the error that `work` throws; empty without one. */
async function findErrorName(work: () => unknown): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    return (error as Error).name
  }
}

const allowed = /^(S3Error)?$/

describe('parsers', () => {
  const elements = 'CORSConfiguration CORSRule Rule LifecycleConfiguration Filter And Status Enabled Tagging TagSet Tag'.split(' ')
  const xml = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc
        .tuple(fc.constantFrom(...elements, 'Key', '__proto__', 'a'), fc.array(tie('node'), { maxLength: 3 }))
        .map(([name, content]) => `<${name}>${content.join('')}</${name}>`),
    ),
  })).node
  const parse = { parseAcl, parseCors, parseLifecycle, parseLogging, parseTagging, parseVersioning }

  it.each(Object.entries(parse))('%s accepts any document without an unexpected error', async (_name, parser) => {
    await fc.assert(
      fc.asyncProperty(xml, async (text) => {
        expect(await findErrorName(() => parser(Buffer.from(text)))).toMatch(allowed)
      }),
    )
  })

  it('refuses document types and deep documents', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "b">]><Tagging>&b;</Tagging>'
    expect(() => parseXml(Buffer.from(bomb), 'Tagging')).toThrow(/well-formed/)
    const deep = `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`
    expect(await findErrorName(() => parseXml(Buffer.from(deep), 'a'))).toMatch(allowed)
  })

  it('reads back the text it renders', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ' ', 'ü', ';'), minLength: 1 }), (text) => {
        expect(parseXml(Buffer.from(renderXml('R', { Key: text })), 'R').child('Key').text).toBe(text)
      }),
    )
  })

  it('parses any host, path and range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.nat(), async (host, path, size) => {
        expect(await findErrorName(() => parseAddress(host, `/${path}`))).toMatch(allowed)
        expect(await findErrorName(() => parseRange(`bytes=${path}`, size))).toMatch(allowed)
      }),
    )
  })

  it('checks and evaluates any policy', async () => {
    const request = { action: 's3:GetObject', bucket: 'a', key: 'b', account: undefined, context: {} }
    const policy = fc.record({
      Statement: fc.array(
        fc.record({
          Effect: fc.constantFrom('Allow', 'Deny', 1),
          Principal: fc.jsonValue(),
          Action: fc.jsonValue(),
          Resource: fc.jsonValue(),
          Condition: fc.jsonValue(),
        }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          policy.map((value) => JSON.stringify(value)),
          fc.json(),
        ),
        async (text) => {
          const name = await findErrorName(() => checkPolicy(text))
          expect(name).toMatch(allowed)
          expect(name === '' ? await findErrorName(() => evaluatePolicy(text, request)) : '').toBe('')
        },
      ),
    )
  })

  it('matches patterns in linear time', () => {
    const started = performance.now()
    expect(matchesPattern(`${'*a'.repeat(5000)}b`, 'a'.repeat(10_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('bodies', () => {
  const secret = 'secret'
  const signature: Signature = {
    accessKey: 'a',
    scope: { date: '20260131', region: 'nyc3', service: 's3' },
    signedHeaders: ['host'],
    signature: 'f'.repeat(64),
    time: '20260131T120000Z',
    payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  }

  /** Encodes content in signed chunks with a trailer. */
  function encode(chunks: readonly string[], checksum: string): string {
    const sign = createChunkSigner(signature, secret)
    const lines = [...chunks.filter((chunk) => chunk !== ''), ''].map((chunk) => {
      return `${Buffer.byteLength(chunk).toString(16)};chunk-signature=${sign('PAYLOAD', hash(chunk))}\r\n${chunk}${chunk === '' ? '' : '\r\n'}`
    })
    const trailer = `x-amz-checksum-crc32:${checksum}\n`
    return `${lines.join('')}${trailer.trim()}\r\nx-amz-trailer-signature:${sign('TRAILER', hash(trailer))}\r\n\r\n`
  }

  async function* split(text: string, size: number) {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }

  const receive = async (text: string, size: number, own = signature) => {
    const chunks: Buffer[] = []
    const headers = { 'x-amz-trailer': 'x-amz-checksum-crc32' }
    await receiveBody(split(text, size), { headers, signature: own, secret, maxBytes: 1e6 }, (chunk) => void chunks.push(chunk))
    return Buffer.concat(chunks).toString()
  }

  it('decodes signed chunks however they arrive, and refuses every changed byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string(), { maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        async (chunks, size, position) => {
          const content = chunks.join('')
          const crc32 = createChecksum('crc32')
          crc32.update(Buffer.from(content))
          const text = encode(chunks, crc32.digest().toString('base64'))
          expect(await receive(text, size)).toBe(content)
          const at = position % (text.length - 4)
          const changed = `${text.slice(0, at)}${text[at] === 'z' ? 'y' : 'z'}${text.slice(at + 1)}`
          expect(await findErrorName(() => receive(changed, size))).toBe('S3Error')
          expect(await findErrorName(() => receive(text.slice(0, at), size))).toMatch(at < text.length - 4 ? /^(S3Error)?$/ : /./)
        },
      ),
    )
  })

  it('refuses any text in place of chunks', async () => {
    for (const payloadHash of [signature.payloadHash, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'STREAMING-OTHER'])
      await fc.assert(
        fc.asyncProperty(fc.string(), async (text) => {
          expect(await findErrorName(() => receive(text, 7, { ...signature, payloadHash }))).toBe('S3Error')
        }),
      )
  })

  it.each([
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
    ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ] as const)('computes %s', (name, expected) => {
    const checksum = createChecksum(name)
    checksum.update(Buffer.from('12345'))
    checksum.update(Buffer.from('6789'))
    expect(checksum.digest().toString('hex')).toBe(expected)
  })
})
