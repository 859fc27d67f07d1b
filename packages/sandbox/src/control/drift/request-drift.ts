/** Drift for callers in this process. */
import type { CoreRequest, CoreResponse } from '../../http/messages.ts'
import type { DriftReport, DriftRequest } from './apply-drift.ts'

export type { DriftReport, DriftRequest } from './apply-drift.ts'

/** @throws Error with the message of a rejected request */
export function requestDrift(
  request: DriftRequest,
  handle: (request: CoreRequest) => CoreResponse,
  controlToken: string | undefined,
): DriftReport {
  const headers = { host: 'localhost', ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }) }
  const body = new TextEncoder().encode(JSON.stringify(request))
  const response = handle({ method: 'POST', url: '/_sandbox/drift', headers, body })
  const reply = JSON.parse(String(response.body)) as DriftReport & { readonly message?: string }
  if (response.status !== 200) throw new Error(reply.message)
  return reply
}
