/** Connection errors that prove that the request was not sent. Only then may a POST or PATCH be retried. */
interface SystemError {
  readonly code?: string
  readonly port?: number
  readonly hostname?: string
  readonly cause?: SystemError
}

/** Error codes of Node's and Bun's `fetch`. Browsers have none. */
const beforeSending = /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN|(HOST|NET)UNREACH)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/

/** True if the error proves that nothing was sent. `error` is a `ConnectionError`, or undefined after a response. */
export function isUnsent(error: unknown, url: string): boolean {
  const outer: SystemError = Object(Object(error).cause)
  const { code = '', port, hostname }: SystemError = outer.code ? outer : Object(outer.cause)
  const requested = new URL(url)
  // After a redirect the unreachable server may be another one, and the first server has received the request.
  const isSame =
    (hostname ?? requested.hostname) === requested.hostname &&
    (!port || port === Number(requested.port || (requested.protocol === 'https:' ? 443 : 80)))
  return isSame && beforeSending.test(code)
}
