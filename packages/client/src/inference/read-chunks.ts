/** The bytes of a body. A signal ends them even when whatever fetched them does not listen to it, and the source is told that nobody reads on. */
export async function* readChunks(
  response: Response,
  signal: AbortSignal,
  startTimer: () => () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
  aborted.catch(() => undefined)
  try {
    for (;;) {
      // It runs while the source is waited for, not while the reader thinks.
      const stop = startTimer()
      const { done, value } = await Promise.race([reader.read(), aborted]).finally(stop)
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
