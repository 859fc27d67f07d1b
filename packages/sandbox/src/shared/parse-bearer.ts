import type { UntypedCall } from '../engine/request.ts'

/** The secret that a request brought; empty without one. */
export function parseBearer({ headers }: Pick<UntypedCall, 'headers'>): string {
  return /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
}
