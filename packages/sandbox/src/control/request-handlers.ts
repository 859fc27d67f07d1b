/** Request log: list, details, HAR export and resend. */
import { Failure } from '../engine/failure.ts'
import type { Controls } from '../generated/controls.ts'
import { createEmailLookup, describeRequest, type EmailLookup, summarize } from '../requests/describe-request.ts'
import { createMasking } from '../requests/mask-secrets.ts'
import type { LoggedRequest, RequestLog } from '../requests/request-log.ts'
import { formatHar } from '../requests/format-har.ts'
import type { Dependencies } from '../dependencies.ts'
import type { CoreResponse } from '../http/messages.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'

type Filters = Controls['GET /_sandbox/requests']['query']

export const requestHandlers = {
  'GET /_sandbox/requests': ({ query }, { requests, platform }) => {
    const { limit = 100 } = query
    const emails = createEmailLookup(platform)
    const found = find(requests, query, emails, limit + 1)
    const page = found.slice(0, limit)
    return replyJson({
      requests: page.map((entry) => summarize(entry, emails)),
      next: found.length > limit ? page.at(-1)?.number : null,
      log: {
        kept: requests.requests.size,
        max: requests.requests.maxEntries,
        bytes: requests.requests.bytes,
        max_bytes: requests.requests.maxBytes,
      },
    })
  },
  'DELETE /_sandbox/requests': (_request, { requests }) => {
    requests.clear()
    return replyJson({ requests: [] })
  },
  'GET /_sandbox/requests.har': ({ query }, { requests, platform }) => {
    const emails = createEmailLookup(platform)
    return {
      body: formatHar(find(requests, query, emails, Infinity), emails, createMasking(query.secrets ?? 'masked')),
      type: 'application/json; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="sandbox.har"', 'cache-control': 'no-store' },
    }
  },
  'GET /_sandbox/requests/{request_id}': ({ path, query }, dependencies) =>
    show(findOne(path.request_id, dependencies.requests), dependencies, query.secrets),
  'POST /_sandbox/requests/{request_id}/resend': ({ path }, dependencies) => {
    const { request, requestBody, requestBodyBytes } = findOne(path.request_id, dependencies.requests)
    if (request.rejectStatus !== undefined || (requestBody?.length ?? 0) < requestBodyBytes)
      throw new Failure(409, 'The request cannot be resent: its body was too large to log, or could not be read.')
    const showSent = ({ headers }: CoreResponse) => show(findOne(String(headers['x-request-id']), dependencies.requests), dependencies)
    const sent = dependencies.resend({ ...request, body: requestBody })
    const { complete } = sent
    return complete ? { complete: async (signal) => showSent(await complete(signal)) } : showSent(sent)
  },
} satisfies Partial<ControlHandlers>

function show(entry: LoggedRequest, { platform }: Dependencies, secrets: 'masked' | 'shown' = 'masked') {
  return {
    ...replyJson({ request: describeRequest(entry, createEmailLookup(platform), createMasking(secrets)) }),
    headers: { 'cache-control': 'no-store' },
  }
}

function findOne(id: string, requests: RequestLog): LoggedRequest {
  const found = requests.find(id)
  if (!found) throw new Failure(404, 'There is no such request, or it is no longer in the log.')
  return found
}

function find(requests: RequestLog, filters: Filters, emails: EmailLookup, max: number): LoggedRequest[] {
  const { status, family, operation, method, caller, search, before = Infinity } = filters
  const found: LoggedRequest[] = []
  for (const entry of requests.list()) {
    if (found.length === max) break
    if (entry.number >= before) continue
    if (status !== undefined && !matchesStatus(entry.status, status)) continue
    if (family !== undefined && entry.operation?.family !== family) continue
    if (operation !== undefined && entry.operation?.id !== operation) continue
    if (method !== undefined && entry.request.method !== method) continue
    if (caller !== undefined && (!entry.caller || (entry.caller.id !== caller && emails(entry.caller.account) !== caller))) continue
    if (search !== undefined && !containsText(entry, search.toLowerCase())) continue
    found.push(entry)
  }
  return found
}

function matchesStatus(status: number, expected: string): boolean {
  return expected.endsWith('xx') ? Math.floor(status / 100) === Number(expected[0]) : status === Number(expected)
}

function containsText({ request, operation, failure, id }: LoggedRequest, text: string): boolean {
  return [`${request.method} ${request.url}`, operation?.id, failure?.message, id].some((each) => each?.toLowerCase().includes(text))
}
