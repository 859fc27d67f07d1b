import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventParser, readEvents, type ServerSentEvent } from './read-events.ts'

async function read(chunks: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of readEvents(toStream(chunks))) events.push(event)
  return events
}

async function* toStream(chunks: readonly Uint8Array[]) {
  yield* chunks
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Reference parser for a complete text, by the HTML standard (§ 9.2.6). */
function listWhole(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  let [type, data]: [string, string[]] = ['', []]
  const lines = text.split(/\r\n|\r|\n/)
  // There is no line after the last line break.
  for (const line of lines.slice(0, -1)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) as unknown as [string, string, string]
    if (field === 'data') data.push(value)
    else if (field === 'event') type = value
    if (line !== '') continue
    if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n') })
    ;[type, data] = ['', []]
  }
  return events
}

describe('readEvents', () => {
  it.each([
    { what: 'one event', input: 'data: a\n\n', expected: [{ type: 'message', data: 'a' }] },
    { what: 'several lines of data', input: 'data: a\ndata:b\ndata\n\n', expected: [{ type: 'message', data: 'a\nb\n' }] },
    { what: 'one space is taken away', input: 'data:  a\n\n', expected: [{ type: 'message', data: ' a' }] },
    {
      what: 'a type, for one event',
      input: 'event: x\ndata: a\n\ndata: b\n\n',
      expected: [
        { type: 'x', data: 'a' },
        { type: 'message', data: 'b' },
      ],
    },
    { what: 'a type without data is nothing', input: 'event: x\n\ndata: b\n\n', expected: [{ type: 'message', data: 'b' }] },
    { what: 'empty data is something', input: 'data\n\n', expected: [{ type: 'message', data: '' }] },
    {
      what: 'comments, ids and unknown fields',
      input: ': hello\nid: 7\nretry: 9\nfoo: bar\ndata: a\n\n',
      expected: [{ type: 'message', data: 'a' }],
    },
    {
      what: 'all three line ends',
      input: 'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
      expected: ['a', 'b', 'c'].map((data) => ({ type: 'message', data })),
    },
    { what: 'a byte order mark', input: '\uFEFFdata: a\n\n', expected: [{ type: 'message', data: 'a' }] },
    { what: 'a colon in the data', input: 'data: a: b\n\n', expected: [{ type: 'message', data: 'a: b' }] },
    { what: 'an event that is not ended', input: 'data: a\n\ndata: b\n', expected: [{ type: 'message', data: 'a' }] },
    { what: 'nothing', input: '', expected: [] },
  ])('$what', async ({ input, expected }) => {
    expect(await read([encode(input)])).toEqual(expected)
  })

  it('parses the same events when split at every byte', async () => {
    const bytes = encode('\uFEFFevent: ä\r\ndata: {"text":"Ebbe 🌊 und Flut"}\r\n\r\n: x\rdata: b\rdata: c\r\rdata: [DONE]\n\n')
    const fullReply = await read([bytes])
    expect(fullReply).toHaveLength(3)
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await read([bytes.slice(0, at), bytes.slice(at)]), `split at ${at}`).toEqual(fullReply)
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(fullReply)
  })

  const line = fc.oneof(
    fc.constantFrom(
      'data',
      'data:',
      'data: ',
      'event: x',
      'event:',
      ': c',
      'id: 1',
      'retry: 5',
      '',
      '',
      'datax: y',
      'data: 🌊ä',
      'data: {"a":1}',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
  )
  const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 }).map((lines) => lines.flat().join(''))

  it('does not depend on how the bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(300), { maxLength: 8 }), async (text, cuts) => {
        const bytes = encode(text)
        const ends = [...new Set([...cuts.filter((cut) => cut < bytes.length), bytes.length])].toSorted((a, b) => a - b)
        const chunks = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end))
        expect(await read(chunks)).toEqual(await read([bytes]))
      }),
      { numRuns: 2000 },
    )
  })

  it('matches the reference parser', () => {
    fc.assert(
      fc.property(stream, (text) => {
        expect(createEventParser()(text)).toEqual(listWhole(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('detects a parser that drops a piece', async () => {
    const parse = createEventParser()
    const forgetful = (text: string) => parse(text.slice(1))
    expect(forgetful('data: a\n\n')).not.toEqual(await read([encode('data: a\n\n')]))
  })
})

describe('an event without an end', () => {
  it.each([
    { name: 'in one line', piece: 'x'.repeat(2 ** 20) },
    { name: 'in many lines', piece: `data: ${'x'.repeat(2 ** 20)}\n` },
  ])('is discarded: $name', ({ piece: chunk }) => {
    const parse = createEventParser()
    parse('data: ')
    expect(() => {
      for (let n = 0; n < 20; n += 1) parse(chunk)
    }).toThrow('longer than 16777216 characters')
  })

  it('differs from many events', () => {
    const parse = createEventParser()
    for (let n = 0; n < 20; n += 1) expect(parse(`data: ${'x'.repeat(2 ** 20)}\n\n`)).toHaveLength(1)
  })
})
