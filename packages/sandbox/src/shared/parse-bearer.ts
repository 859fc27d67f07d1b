import type { UntypedCall } from '../engine/request.ts'

/** Returns the bearer token of a request; an empty string without one. */
export function parseBearer({ headers }: Pick<UntypedCall, 'headers'>): string {
  return /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
}
