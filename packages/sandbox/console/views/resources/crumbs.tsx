import type { Specification } from '../../data/specification.ts'
import { formatChainUrl } from './chain.ts'
import { nameKind } from './name-kind.ts'

interface Props {
  readonly specification: Specification
  readonly chain: readonly string[]
  /** Name of the object at the end of the chain. */
  readonly name?: string | undefined
}

/** Breadcrumbs of an object or list; the last one is the current page. */
export function Crumbs({ specification, chain, name }: Props) {
  return (
    <nav class="crumbs" aria-label="Breadcrumbs">
      <a href="#/resources">Resources</a>
      {chain.map((step, at) => (
        <a
          key={chain.slice(0, at + 1).join('/')}
          href={formatChainUrl(chain.slice(0, at + 1))}
          aria-current={at === chain.length - 1 ? 'page' : undefined}
        >
          {at % 2 === 0 ? nameKind(specification, step) : at === chain.length - 1 ? (name ?? step) : step}
        </a>
      ))}
    </nav>
  )
}
