/** Where the platform answers; tokens leave this machine only encrypted. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  // What stands before an @ may be a password.
  const shown = JSON.stringify(text.replace(/.*@/, '…@').slice(0, 200))
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`The base URL ${shown} must be https:// or http://, a host and at most a path.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Error(`The base URL ${shown} would send the token unencrypted. Use https://; http:// is for this machine only.`)
  }
  const base = url.href.replace(/\/+$/, '')
  if (base.endsWith('/v2')) throw new Error(`The base URL ${shown} must be given without /v2, which each call adds.`)
  return base
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
