/** Formats logged requests for the control API. */
import { findUser } from '../auth/users.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Change, ErrorReason, HttpBody, HttpMessage, ObjectReference, RequestDetail, RequestSummary } from '../generated/controls.ts'
import { resourceRows } from '../generated/resources.ts'
import { explainError } from './explain-error.ts'
import { createMasking, type Masking } from './mask-secrets.ts'
import type { RecordedChange } from './record-changes.ts'
import type { LoggedRequest } from './request-log.ts'

/** Returns the email address of an account's user. */
export type EmailLookup = (account: string) => string

export function createEmailLookup({ store }: Pick<Platform, 'store'>): EmailLookup {
  const known = new Map<string, string>()
  return (account) => {
    const email = known.get(account) ?? findUser(store, account)?.email ?? account
    known.set(account, email)
    return email
  }
}

const masked = createMasking('masked')

export function summarize(entry: LoggedRequest, emails: EmailLookup): RequestSummary {
  const { id, number, at, request, path, operation, status, durationMs, caller, failure, isFaulty, changes } = entry
  return {
    request_id: id,
    number,
    at,
    method: request.method,
    path: masked.url(path),
    query: formatQuery(request.url.slice(path.length)),
    operation: operation?.id ?? null,
    family: operation?.family ?? null,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    caller: caller ? { token: caller.id, kind: caller.kind, account: emails(caller.account) } : null,
    message: failure ? masked.url(failure.message) : null,
    fault: isFaulty || (failure !== undefined && 'x-sandbox-fault' in failure.headers),
    changes: changes.length,
  }
}

/** Length of a query in lists and events, where masking thousands of longer ones would take too long. The details have the whole URL. */
const maxQueryLength = 2000

function formatQuery(query: string): string {
  return query.length > maxQueryLength ? `${masked.url(query.slice(0, maxQueryLength))}…` : masked.url(query)
}

export function describeRequest(entry: LoggedRequest, emails: EmailLookup, masking: Masking): RequestDetail {
  const { request, origin, requestBody, requestBodyBytes, headers, body, bodyBytes, changes } = entry
  const responseBody = typeof body === 'string' || body instanceof Uint8Array ? body : undefined
  return {
    summary: summarize(entry, emails),
    url: masking.url(`${origin}${request.url}`),
    request: formatMessage(request.headers, requestBody, requestBodyBytes, masking),
    response: formatMessage(headers, responseBody, Number(headers['content-length'] ?? bodyBytes), masking),
    why: maskReason(explainError(entry), masking),
    changes: changes.map((change) => describeChange(change, emails, masking)),
  }
}

/** Masks what error messages repeat of the request. */
function maskReason(reason: ErrorReason | null, masking: Masking): ErrorReason | null {
  if (!reason) return null
  return {
    ...reason,
    message: masking.url(reason.message),
    findings: reason.findings.map((finding) => ({ ...finding, message: masking.url(finding.message) })),
  }
}

function formatMessage(
  headers: Readonly<Record<string, string | number | undefined>>,
  body: string | Uint8Array | undefined,
  bytes: number,
  masking: Masking,
): HttpMessage {
  const maskedHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, masking.header(name, String(value))])
  const type = String(headers['content-type'] ?? '')
  return { headers: Object.fromEntries(maskedHeaders), body: body === undefined ? null : formatBody(body, type, bytes, masking) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function formatBody(body: string | Uint8Array, type: string, bytes: number, masking: Masking): HttpBody {
  const isTruncated = (typeof body === 'string' ? Buffer.byteLength(body) : body.length) < bytes
  const text = typeof body === 'string' ? body : decode(body, isTruncated)
  if (text === undefined) return { type, bytes, text: Buffer.from(body as Uint8Array).toString('base64'), base64: true, cut: isTruncated }
  return { type, bytes, text: masking.body(text, type), base64: false, cut: isTruncated }
}

/** Decodes UTF-8; undefined for binary data. The last character of a truncated body may be incomplete. */
function decode(bytes: Uint8Array, isCut: boolean): string | undefined {
  for (const left of isCut ? [0, 1, 2, 3] : [0]) {
    try {
      return utf8.decode(bytes.subarray(0, bytes.length - left))
    } catch {
      // Tries again with one byte less.
    }
  }
  return undefined
}

export function describeChange(change: RecordedChange, emails: EmailLookup, masking: Masking): Change {
  const read = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(maskObject(change.kind, text, masking)))
  return { object: formatReference(change, emails), type: findChangeType(change), before: read(change.before), after: read(change.after) }
}

/** Masks a stored object in JSON, as if it were in a response. */
export function maskObject(kind: string, text: string, masking: Masking): string {
  const { one, many = '' } = resourceRows[kind] ?? {}
  return masking.body(text, '', one ?? many)
}

/** Formats a change without its values. */
export function summarizeChange(change: RecordedChange, emails: EmailLookup): ObjectReference & Pick<Change, 'type'> {
  return { ...formatReference(change, emails), type: findChangeType(change) }
}

function formatReference({ kind, id, parent, account }: RecordedChange, emails: EmailLookup): ObjectReference {
  return { kind, id, parent, account: emails(account) }
}

function findChangeType({ before, after }: RecordedChange): Change['type'] {
  if (before === undefined) return 'created'
  return after === undefined ? 'deleted' : 'updated'
}
