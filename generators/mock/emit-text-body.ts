/** Emits the text of a body that is not JSON, as Prism needs a string example for it. */
export function emitTextBody(mediaType: string, value: unknown): string {
  if (typeof value === 'string') return value
  const events = Array.isArray(value) ? value : [value]
  if (mediaType === 'text/event-stream') {
    return [...events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event))), '[DONE]']
      .map((data) => `data: ${data}\n\n`)
      .join('')
  }
  return events.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** `application/json` and every type with the suffix `+json`. */
export function isJson(mediaType: string): boolean {
  return /^application\/(.+\+)?json(;|$)/.test(mediaType)
}
