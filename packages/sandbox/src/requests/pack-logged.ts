/** An entry of the log as JSON has it, for another process. */
import { Failure } from '../engine/failure.ts'
import type { OperationRow } from '../tables/operation-row.ts'
import type { LoggedRequest } from './request-log.ts'

type Packed = ReturnType<typeof packRequest>

export function packRequest({ operation, failure, sent, body, request, ...entry }: LoggedRequest) {
  // The key of a password goes nowhere.
  const { derived: _key, body: _body, ...asked } = request
  return {
    ...entry,
    request: asked,
    operation: operation?.id,
    failure: failure && {
      status: failure.status,
      message: failure.isGeneral ? undefined : failure.message,
      headers: failure.headers,
      findings: failure.findings,
    },
    sent: sent && Buffer.from(sent).toString('base64'),
    body: typeof body === 'string' ? body : undefined,
    bytesOfBody: body instanceof Uint8Array ? Buffer.from(body).toString('base64') : undefined,
  }
}

export function unpackRequest(packed: Packed, operations: ReadonlyMap<string, OperationRow>): LoggedRequest {
  const { operation, failure, sent, body, bytesOfBody, ...entry } = packed
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  return {
    ...entry,
    operation: operation === undefined ? undefined : operations.get(operation),
    failure: failure && new Failure(failure.status, failure.message, failure.headers, failure.findings),
    sent: sent === undefined ? undefined : bytes(sent),
    body: body ?? (bytesOfBody === undefined ? null : bytes(bytesOfBody)),
  }
}
