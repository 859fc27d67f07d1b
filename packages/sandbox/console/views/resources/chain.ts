/** Path of an object: kinds and ids alternate, outermost first. */
import { addressOf } from '../../shell/router.ts'

export function idsOf(chain: readonly string[]): string[] {
  return chain.filter((_, at) => at % 2 === 1)
}

/** Innermost kind. */
export function kindOf(chain: readonly string[]): string {
  return chain.findLast((_, at) => at % 2 === 0) ?? ''
}

export function addressOfChain(chain: readonly string[]): string {
  return addressOf(['resources', ...chain])
}

export function addressOfCall(id: string, ids: readonly string[], verb?: string): string {
  const query = new URLSearchParams([...ids.map((each) => ['id', each]), ...(verb === undefined ? [] : [['verb', verb]])])
  return `${addressOf(['resources', 'call', id])}?${String(query)}`
}
