/** Whether a failed connection proves that the request never left: only then may a POST or PATCH be sent again. */
interface SystemError {
  readonly code?: string
  readonly port?: number
  readonly hostname?: string
  readonly cause?: SystemError
}

/** Codes of Node's and Bun's `fetch`. A browser gives none, so there nothing is proven. */
const beforeSending = /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN|(HOST|NET)UNREACH)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/

/** `error` is a `ConnectionError`, or nothing when an answer came. */
export function isUnsent(error: unknown, url: string): boolean {
  const outer: SystemError = Object(Object(error).cause)
  const { code = '', port, hostname }: SystemError = outer.code ? outer : Object(outer.cause)
  const asked = new URL(url)
  // After a redirect it can be another server that was not reached, and the first one has had the request.
  const isSame =
    (hostname ?? asked.hostname) === asked.hostname && (!port || port === Number(asked.port || (asked.protocol === 'https:' ? 443 : 80)))
  return isSame && beforeSending.test(code)
}
