/**
 * Answers calls of tools that only read without the SDK, which reads each message and each result several times over and so costs as much
 * as the call itself. What comes out is the same, byte for byte; what is not quite plain is left to the SDK.
 */
import type { RequestId } from '@modelcontextprotocol/server'
import type { ToolResult } from '../results/tool-result.ts'
import { isObject, type JsonObject } from '../values.ts'
import type { CallOutcome } from './call-tool.ts'

/** @returns undefined when the tool is not offered or does more than to read */
export type FindRead = (name: string) => ((values: JsonObject, signal: AbortSignal) => Promise<CallOutcome>) | undefined

export interface DirectReadsOptions {
  readonly findRead: FindRead
  readonly write: (line: string) => void
  /** A call that went wrong on our side: nothing was changed, so that the SDK can make it again and say what it says then. */
  readonly giveBack: (message: unknown) => void
  readonly onSettled: () => void
}

export interface DirectReads {
  /** @returns false when the message is for the SDK */
  readonly take: (message: unknown) => boolean
  readonly cancel: (id: unknown) => void
  readonly cancelAll: () => void
  readonly count: () => number
}

export function createDirectReads({ findRead, write, giveBack, onSettled }: DirectReadsOptions): DirectReads {
  const running = new Map<unknown, AbortController>()
  return {
    take: (message) => {
      if (!isPlainCall(message) || running.has(message.id)) return false
      const { id, params } = message
      const read = findRead(params.name)
      if (!read) return false
      const stop = new AbortController()
      running.set(id, stop)
      const settle = (outcome?: CallOutcome) => {
        running.delete(id)
        if (!stop.signal.aborted) {
          if (outcome && 'content' in outcome) write(writeReply(id, outcome as ToolResult))
          else giveBack(message)
        }
        onSettled()
      }
      read(params.arguments ?? {}, stop.signal).then(settle, () => settle())
      return true
    },
    cancel: (id) => running.get(id)?.abort(),
    cancelAll: () => {
      for (const stop of running.values()) stop.abort()
    },
    count: () => running.size,
  }
}

interface PlainCall {
  readonly id: RequestId
  readonly params: { readonly name: string; readonly arguments?: JsonObject }
}

/** With nothing in it that the SDK would do something about. */
function isPlainCall(message: unknown): message is PlainCall {
  if (!isObject(message) || message['method'] !== 'tools/call' || message['jsonrpc'] !== '2.0') return false
  const { id, params } = message
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false
  if (Object.keys(message).length !== 4 || !isObject(params) || typeof params['name'] !== 'string') return false
  for (const [key, value] of Object.entries(params)) {
    if (key === 'name') continue
    if (!isObject(value) || Object.hasOwn(value, '__proto__')) return false
    if (key !== 'arguments' && (key !== '_meta' || !isPlainMeta(value))) return false
  }
  return true
}

/** What clients say for themselves, and the token of a progress that a read does not report. */
function isPlainMeta({ progressToken, ...rest }: JsonObject): boolean {
  if (progressToken !== undefined && typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return false
  return Object.keys(rest).every((key) => !key.startsWith('io.modelcontextprotocol/'))
}

/** In the order in which the SDK writes it. */
function writeReply(id: RequestId, { _meta, ...result }: ToolResult): string {
  return JSON.stringify({ result: _meta === undefined ? result : { _meta, ...result }, jsonrpc: '2.0', id })
}
