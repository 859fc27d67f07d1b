/** Chooses the sandbox token for a recorded request. */
import type { OperationRow } from '../../tables/operation-row.ts'
import type { Exchange } from '../exchange.ts'
import type { IdMap } from './id-map.ts'

export interface Credentials {
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
}

/** Keeps rejected tokens, maps tokens that were denied writes to the read-only token, and uses the full token if the recording has no tokens. */
export function createAuthorizer(exchanges: readonly Exchange[], { tokens, inference_key: key }: Credentials, ids: IdMap) {
  const hasNoTokens = exchanges.every(({ requestHeaders }) => requestHeaders['authorization'] === undefined)
  const writes = exchanges.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  const writers = new Set(writes.filter(({ status }) => status < 400).map(({ requestHeaders }) => requestHeaders['authorization']))
  const rejectedWriters = new Set(
    writes.filter(({ status }) => status === 403).map(({ requestHeaders }) => requestHeaders['authorization']),
  )
  return ({ requestHeaders, status }: Exchange, { access }: OperationRow) => {
    const apiKey = access === 'inference' ? requestHeaders['x-api-key'] : undefined
    const authorization = requestHeaders['authorization'] ?? (apiKey && `Bearer ${apiKey}`)
    if (authorization === undefined && (!hasNoTokens || status === 401)) return undefined
    const recordedToken = /^bearer (.*)$/i.exec(authorization ?? '')?.[1]
    const mapped = recordedToken === undefined ? undefined : ids.find(recordedToken)
    if (mapped !== undefined) return `Bearer ${mapped}`
    if (status === 401 || /^basic /i.test(authorization ?? '')) return authorization
    if (access === 'inference') return `Bearer ${key}`
    return `Bearer ${rejectedWriters.has(authorization) && !writers.has(authorization) ? tokens.read : tokens.full}`
  }
}
