/** A sandbox says when something has happened in it. What that was, a look at the list tells, so nothing depends on what the stream carries. */
import type { Send } from '../transport.ts'
import type { Target } from '../request-types.ts'

export interface Listener {
  /** Asks once for the stream if there is none, and does not wait for it. Whoever answered that there is no such thing is not asked again. */
  readonly open: () => void
  /** Resolves when something has happened since `forget`. */
  readonly news: () => Promise<void>
  readonly forget: () => void
  readonly close: () => void
}

const events: Target = { api: 'control', method: 'GET', path: '/_sandbox/events', facts: { open: true } }

export function createListener(send: Send): Listener {
  const leave = new AbortController()
  let state: 'none' | 'open' | 'refused' = 'none'
  let hasNews = false
  let wake = () => {}
  const tell = () => {
    hasNews = true
    wake()
  }
  const read = async () => {
    const { response } = await send(events, {}, { signal: leave.signal, timeoutMs: 0, retry: false })
    const reader = response.body?.getReader()
    if (!reader || !response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      state = 'refused'
      await reader?.cancel()
      return
    }
    // Its first piece comes as soon as it listens, and its end tells too: there is something to be looked for that happened without it.
    try {
      while (!(await reader.read()).done) tell()
    } finally {
      tell()
    }
  }
  return {
    open: () => {
      if (state !== 'none') return
      state = 'open'
      // Why it failed, the next look finds out.
      void read()
        .catch(() => {})
        .finally(() => {
          if (state === 'open') state = 'none'
        })
    },
    news: () => (hasNews ? Promise.resolve() : new Promise((resolve) => (wake = resolve))),
    forget: () => (hasNews = false),
    close: () => leave.abort(),
  }
}
