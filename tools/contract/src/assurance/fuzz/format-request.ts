/** Formats parameter values and a body as an HTTP request. */
import type { Operation } from '../../../../../generators/model/api-model.ts'
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import type { AccountKeys, SandboxRequest } from '../../fixtures/test-sandbox.ts'

/** Parameter values and body of one request. */
export interface RequestDraft {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  /** Undefined without a body. */
  readonly body?: unknown
}

export const emptyDraft: RequestDraft = { path: {}, query: {}, header: {} }

export function formatRequest({ operation }: OperationEntry, draft: RequestDraft, authorization: string | undefined): SandboxRequest {
  const query = formatQuery(operation, draft.query)
  const { type, text } = formatBody(operation, draft.body)
  return {
    method: operation.method.toUpperCase(),
    path: `${formatPath(operation.path, draft.path)}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(type !== undefined && { 'content-type': type }),
      ...Object.fromEntries(Object.entries(draft.header).map(([name, value]) => [name.toLowerCase(), String(value)])),
    },
    ...(text !== undefined && { body: text }),
  }
}

export function formatPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => encodeURIComponent(String(values[name])))
}

function formatQuery({ parameters }: Operation, values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (!Array.isArray(value)) return [[name, String(value)]]
    const isRepeated = parameters.find((parameter) => parameter.name === name)?.explode ?? true
    return isRepeated ? value.map((item) => [name, String(item)]) : [[name, value.join(',')]]
  })
  return new URLSearchParams(pairs).toString()
}

function formatBody(operation: Operation, body: unknown): { readonly type?: string; readonly text?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {}
  const type = sentContent(operation)?.mediaType ?? 'application/json'
  if (body instanceof Uint8Array) return { type, text: new Uint8Array(body) }
  if (type === 'application/octet-stream') return { type, text: new TextEncoder().encode(String(body)) }
  return { type, text: JSON.stringify(body) }
}

/** Credential that an operation requires. */
export type RequiredAccess = 'open' | 'any' | 'read' | 'write' | 'inference'

export function getRequiredAccess({ operation: { security } }: OperationEntry): RequiredAccess {
  if (security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0)) return 'open'
  if (security.some((alternative) => 'modelAccessKey' in alternative)) return 'inference'
  const scopes = new Set(security.flatMap((alternative) => alternative['oauth2'] ?? []))
  return scopes.has('write') ? 'write' : scopes.has('read') ? 'read' : 'any'
}

/** Authorization header of a caller with full access; undefined if none is needed. */
export function formatAuthorization(entry: OperationEntry, keys: AccountKeys): string | undefined {
  const access = getRequiredAccess(entry)
  if (access === 'open') return undefined
  return `Bearer ${access === 'inference' ? keys.inference : keys.full}`
}
