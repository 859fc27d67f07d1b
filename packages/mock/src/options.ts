/** Options of the mock and the proxy, and their mapping to Prism. */

export interface MockOptions {
  /** Port to listen on; 0 for any free port. */
  readonly port?: number
  /** Generates values from the schemas instead of using the examples. */
  readonly dynamic?: boolean
  /** Replies 500 if a response violates the specification, instead of only listing the violations in the `sl-violations` header. */
  readonly errors?: boolean
  /** Sends CORS headers and replies to CORS preflight requests. */
  readonly cors?: boolean
  /** OpenAPI document to serve: path or file URL. Default: the document of this package with all APIs. */
  readonly document?: string | URL
  /** Called with warnings and errors of Prism. */
  readonly onMessage?: (message: string) => void
}

export interface ProxyOptions extends MockOptions {
  /** URL of the server that receives the validated requests, for example `http://127.0.0.1:4020`. */
  readonly upstream: string | URL
}

/** Always loopback. */
export const host = '127.0.0.1'

export const mockDefaults = { port: 4010, dynamic: false, errors: false, cors: true } as const satisfies MockOptions

/** Defaults of the proxy. It adds no CORS headers, because the upstream sends its own. */
export const proxyDefaults = { ...mockDefaults, cors: false } as const satisfies MockOptions

export const ownDocument = new URL('./generated/openapi.json', import.meta.url)

/** Returns the arguments of the equivalent Prism command. Sets `--multiprocess`, because its default crashes if NODE_ENV is `production`. */
export function toPrismArguments(options: MockOptions, document: string): string[] {
  const { port, dynamic, errors, cors } = { ...mockDefaults, ...options }
  return [
    'mock',
    document,
    '--host',
    host,
    '--port',
    String(port),
    '--multiprocess=false',
    ...(dynamic ? ['--dynamic'] : []),
    ...(errors ? ['--errors'] : []),
    ...(cors ? [] : ['--cors=false']),
  ]
}

/** Parses the URL of the upstream. @throws Error if it is not an HTTP URL */
export function parseUpstream(upstream: string | URL): URL {
  const url = URL.parse(String(upstream))
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(`"${String(upstream)}" is not an HTTP URL. Use one like http://127.0.0.1:4020.`)
  }
  return url
}
