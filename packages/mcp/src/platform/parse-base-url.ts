/** Parses the base URL of the platform. @throws Error if it is invalid, or would send the token unencrypted to another machine */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  // The part before an @ may hold a password.
  const redacted = JSON.stringify(text.replace(/.*@/, '…@').slice(0, 200))
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`The base URL ${redacted} must have https:// or http://, a host and optionally a path.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Error(`The base URL ${redacted} would send the token unencrypted. Use https://; http:// is only allowed for this machine.`)
  }
  const base = url.href.replace(/\/+$/, '')
  if (base.endsWith('/v2')) throw new Error(`The base URL ${redacted} must not end with /v2, which each call adds.`)
  return base
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
