/** Yields the bytes of a body. Aborting ends it even if the `fetch` ignores the signal; leaving it cancels the body. */
export async function* readChunks(
  response: Response,
  signal: AbortSignal,
  startTimer: () => () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const aborted = new Promise<never>((_, reject) => {
    const rejectOnAbort = () => reject(signal.reason as Error)
    if (signal.aborted) rejectOnAbort()
    else signal.addEventListener('abort', rejectOnAbort, { once: true })
  })
  aborted.catch(() => undefined)
  try {
    for (;;) {
      // The timer runs only while waiting for the source, not while the caller processes a chunk.
      const stop = startTimer()
      const { done, value } = await Promise.race([reader.read(), aborted]).finally(stop)
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
