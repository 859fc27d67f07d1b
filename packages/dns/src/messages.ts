/** Reads and writes DNS messages (RFC 1035, section 4; RFC 6891 for EDNS). */
import { type Answer, AUTHORITATIVE_ANSWER, type Packet, decode, encode } from 'dns-packet'
import { type Question, type Reply, answerQuestion, rcodes } from './answer.ts'
import type { Zones } from './zones.ts'

const headerBytes = 12
const truncatedFlag = 0x02_00
const recursionDesired = 0x01_00
/** Largest UDP message without EDNS, and the largest that never needs fragments. */
const plainBytes = 512
const maxUdpBytes = 1232
const maxTcpBytes = 65_535
/** Extended code of an EDNS version that the server does not know; its lower 4 bits are 0. */
const badVersion = 1

export interface Query {
  readonly id: number
  readonly flags: number
  readonly question: Question
  /** Present if the client sent an OPT record. */
  readonly edns: { readonly size: number; readonly version: number } | undefined
}

/** Reads a query. Returns a complete reply for one that has no answer, or undefined for one that gets no reply. */
export function parseQuery(bytes: Buffer): Query | Buffer | undefined {
  // Without an id there is nothing to reply to; a reply must never get one, or two servers would talk for ever.
  if (bytes.length < headerBytes || (bytes.readUInt8(2) & 0x80) !== 0) return undefined
  const opcode = (bytes.readUInt8(2) >> 3) & 0xf
  if (opcode !== 0) return refuse(bytes, rcodes.notImplemented)
  let packet: Packet
  try {
    packet = decode(bytes)
  } catch {
    return refuse(bytes, rcodes.formatError)
  }
  const { id = 0, flags = 0, questions = [], additionals = [] } = packet
  const [question] = questions
  if (!question || questions.length > 1) return refuse(bytes, rcodes.formatError)
  // A name that is not UTF-8 has a replacement character, and can be in no domain.
  if ((question.class ?? 'IN') !== 'IN' || question.name.includes('\ufffd')) return refuse(bytes, rcodes.refused)
  const opt = additionals.find((record) => record.type === 'OPT')
  return { id, flags, question, edns: opt && { size: opt.udpPayloadSize, version: opt.ednsVersion } }
}

/** Writes the reply to a query. @param overUdp true to truncate it to the size that the client accepts */
export function formatReply(query: Query, zones: Zones, overUdp: boolean): Buffer {
  if (query.edns && query.edns.version !== 0) return format(query, { answers: [], authorities: [], additionals: [] }, 0, badVersion)
  const reply = answerQuestion(query.question, zones)
  const flags = reply.rcode | (reply.isAuthoritative ? AUTHORITATIVE_ANSWER : 0)
  const message = format(query, reply, flags)
  const limit = overUdp ? Math.max(plainBytes, Math.min(query.edns?.size ?? plainBytes, maxUdpBytes)) : maxTcpBytes
  if (message.length <= limit) return message
  // Additional records are optional; without room for the answer, the client asks again over TCP.
  const short = format(query, { ...reply, additionals: [] }, flags)
  return short.length <= limit ? short : format(query, { answers: [], authorities: [], additionals: [] }, flags | truncatedFlag)
}

/** Writes a zone as one message, or as several if it is too large. */
export function formatTransfer(query: Query, records: readonly Answer[]): Buffer[] {
  const message = format(query, { answers: records, authorities: [], additionals: [] }, AUTHORITATIVE_ANSWER)
  if (message.length <= maxTcpBytes) return [message]
  const middle = Math.floor(records.length / 2)
  return [records.slice(0, middle), records.slice(middle)].flatMap((part) => formatTransfer(query, part))
}

/** Writes a reply with a code and no records. */
export function formatFailure(query: Query, rcode: number): Buffer {
  return format(query, { answers: [], authorities: [], additionals: [] }, rcode)
}

function format(
  { id, flags: requestFlags, question, edns }: Query,
  { answers, authorities, additionals }: Pick<Reply, 'authorities' | 'additionals'> & { readonly answers: readonly Answer[] },
  flags: number,
  extendedRcode = 0,
): Buffer {
  const opt: Answer = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: maxUdpBytes,
    extendedRcode,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  }
  return encode({
    type: 'response',
    id,
    flags: flags | (requestFlags & recursionDesired),
    questions: [question],
    answers: [...answers],
    authorities,
    additionals: edns ? [...additionals, opt] : additionals,
  })
}

/** Returns the header of a query as a reply with a code. */
function refuse(bytes: Buffer, rcode: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  bytes.copy(header, 0, 0, 3)
  header[2] = (bytes.readUInt8(2) & 0x79) | 0x80
  header[3] = rcode
  return header
}
