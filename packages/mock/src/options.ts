/** How we set Prism up. Prism has no configuration file of its own; this is ours, typed, and the only place for it. */

export interface MockOptions {
  /** The port to listen on, 0 for any that is free. */
  readonly port?: number
  /** Answer with values made up from the schemas instead of the specification's examples. */
  readonly dynamic?: boolean
  /** Answer 500 when a reply breaks the specification, instead of only naming what is wrong in the `sl-violations` header. */
  readonly errors?: boolean
  /** Send CORS headers and answer browser preflights. */
  readonly cors?: boolean
  /** The OpenAPI document to serve, a path or a file URL. Without it, the one in this package: all APIs. */
  readonly document?: string | URL
  /** Called with what Prism has to say, warnings and errors only. */
  readonly onMessage?: (message: string) => void
}

export interface ProxyOptions extends MockOptions {
  /** Where requests go after they were checked, for example `http://127.0.0.1:4020`. */
  readonly upstream: string | URL
}

/** Loopback always: a mock has no secrets to keep, and so no business on a network. */
export const host = '127.0.0.1'

export const mockDefaults = { port: 4010, dynamic: false, errors: false, cors: true } as const satisfies MockOptions

/** The upstream says for itself which origins may read it, so the proxy adds nothing. */
export const proxyDefaults = { ...mockDefaults, cors: false } as const satisfies MockOptions

export const ownDocument = new URL('./generated/openapi.json', import.meta.url)

/** The arguments with which Prism's own command does the same. `--multiprocess` is named because its default crashes when NODE_ENV is `production`. */
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

/** Checked before anything is started: the address may be a slip of the keyboard. */
export function parseUpstream(upstream: string | URL): URL {
  const url = URL.parse(String(upstream))
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(`"${String(upstream)}" is not an HTTP address. Give one like http://127.0.0.1:4020.`)
  }
  return url
}
