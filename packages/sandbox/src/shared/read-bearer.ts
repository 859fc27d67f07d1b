import type { Call } from '../engine/call.ts'

/** The secret that a request brought; empty without one. */
export function readBearer({ headers }: Pick<Call, 'headers'>): string {
  return /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
}
