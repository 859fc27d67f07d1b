/** Path of an object: kinds and ids alternate, outermost first. */
import { formatUrl } from '../../shell/router.ts'

export function listIds(chain: readonly string[]): string[] {
  return chain.filter((_, at) => at % 2 === 1)
}

/** Innermost kind. */
export function getKind(chain: readonly string[]): string {
  return chain.findLast((_, at) => at % 2 === 0) ?? ''
}

export function formatChainUrl(chain: readonly string[]): string {
  return formatUrl(['resources', ...chain])
}

export function formatCallUrl(id: string, ids: readonly string[], verb?: string): string {
  const query = new URLSearchParams([...ids.map((each) => ['id', each]), ...(verb === undefined ? [] : [['verb', verb]])])
  return `${formatUrl(['resources', 'call', id])}?${String(query)}`
}
