/** Formats logged requests as HAR 1.2, the oldest first. */
import { formatEntry } from '../recording/har.ts'
import { version } from '../control/version.ts'
import { describeRequest, type EmailLookup } from './describe-request.ts'
import type { Masking } from './mask-secrets.ts'
import type { LoggedRequest } from './request-log.ts'

export function formatHar(entries: readonly LoggedRequest[], emails: EmailLookup, masking: Masking): object {
  const written = entries.toReversed().map((entry) => {
    const { request, response, url, summary } = describeRequest(entry, emails, masking)
    const har = formatEntry({
      method: summary.method,
      origin: entry.origin,
      url: url.slice(entry.origin.length),
      requestHeaders: request.headers,
      requestBody: request.body?.text ?? '',
      at: summary.at,
      durationMs: summary.duration_ms,
      status: summary.status,
      headers: response.headers,
      body: response.body?.text ?? '',
    })
    return response.body?.base64 ? { ...har, response: { ...har.response, content: { ...har.response.content, encoding: 'base64' } } } : har
  })
  return { log: { version: '1.2', creator: { name: '@spindrift/sandbox', version }, entries: written } }
}
