import type { Specification } from '../../data/specification.ts'
import { addressOfChain } from './chain.ts'
import { nameKind } from './name-kind.ts'

/** The way down to an object; the last step is where we are. */
export function Crumbs({ specification, chain }: { readonly specification: Specification; readonly chain: readonly string[] }) {
  return (
    <nav class="crumbs" aria-label="Where this is">
      <a href="#/resources">Resources</a>
      {chain.map((step, at) => (
        <a
          key={chain.slice(0, at + 1).join('/')}
          href={addressOfChain(chain.slice(0, at + 1))}
          aria-current={at === chain.length - 1 ? 'page' : undefined}
        >
          {at % 2 === 0 ? nameKind(specification, step) : step}
        </a>
      ))}
    </nav>
  )
}
