/** Event stream of the sandbox: one for the page, reopened when it ends. */
import { createParser } from 'eventsource-parser'
import { openControl } from './requests.ts'
import { observe } from './observable.ts'

const topics = 'actions,failures,changes,requests,jobs,clock,faults'

export type LiveListener = (data: unknown) => void

const listeners = new Map<string, Set<LiveListener>>()

export const isConnected = observe(false)

/** @returns a function that removes the listener */
export function listen(topic: string, listener: LiveListener): () => void {
  const own = listeners.get(topic) ?? new Set()
  listeners.set(topic, own)
  own.add(listener)
  return () => own.delete(listener)
}

const maxWaitMs = 10_000

export async function followEvents(): Promise<never> {
  for (let wait = 500; ; wait = Math.min(wait * 2, maxWaitMs)) {
    try {
      await streamEvents()
      wait = 500
    } catch {
      // The sandbox was stopped. The next attempt follows.
    }
    isConnected.set(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function streamEvents(): Promise<void> {
  const response = await openControl(`events?topics=${topics}`)
  if (!response.ok || response.body === null) return
  isConnected.set(true)
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => {
      for (const listener of listeners.get(event) ?? []) listener(JSON.parse(data))
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parser.feed(decoder.decode(chunk.value, { stream: true }))
}
