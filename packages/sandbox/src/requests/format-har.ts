/** Formats logged requests as HAR 1.2, the oldest first. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatEntry } from '../recording/har.ts'
import { version } from '../control/version.ts'
import { describeRequest, type EmailLookup } from './describe-request.ts'
import type { Masking } from './mask-secrets.ts'
import type { LoggedRequest } from './request-log.ts'

/** Yields the document entry by entry. Other requests are handled in between, because masking a large log takes seconds. */
export async function* formatHar(entries: readonly LoggedRequest[], emails: EmailLookup, masking: Masking): AsyncGenerator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: '@spindrift/sandbox', version })},"entries":[`
  for (const [n, entry] of entries.toReversed().entries()) {
    yield `${n === 0 ? '' : ','}${JSON.stringify(formatRequest(entry, emails, masking))}`
    await nextTurn()
  }
  yield ']}}'
}

function formatRequest(entry: LoggedRequest, emails: EmailLookup, masking: Masking): object {
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
}
