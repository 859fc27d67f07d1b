interface WithHeaders {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Returns the token of a request for inference, which clients of the Messages format send as `x-api-key`; an empty string without one. */
export function parseInferenceToken(request: WithHeaders): string {
  return parseBearer(request) || String(request.headers['x-api-key'] ?? '')
}

/** Returns the bearer token of a request; an empty string without one. */
export function parseBearer({ headers }: WithHeaders): string {
  return /^bearer +(\S+) *$/i.exec(String(headers['authorization'] ?? ''))?.[1] ?? ''
}
