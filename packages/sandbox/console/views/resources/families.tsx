import { useMemo, useState } from 'preact/hooks'
import { control } from '../../data/requests.ts'
import { listKinds, type Specification } from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { formatChainUrl } from './chain.ts'

/** Families and their top-level kinds with counts. Families with objects come first. */
export function Families({ specification }: { readonly specification: Specification }) {
  const [text, setText] = useState('')
  const { value } = useLoaded(() => control('GET /_sandbox/kinds'), [])
  const counts = new Map(value?.kinds.map(({ kind, count }) => [kind, count]))
  const listed = useMemo(() => describeKinds(specification), [specification])
  const wanted = text.toLowerCase()
  const found = listed.filter(({ kind, family, title }) => `${kind} ${family} ${title}`.toLowerCase().includes(wanted))
  const byFamily = [...Map.groupBy(found, ({ family }) => family).values()]
  const isEmpty = (kinds: typeof listed) => kinds.every(({ kind }) => !counts.get(kind))
  return (
    <>
      <div class="head">
        <h1>Resources</h1>
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter …"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <ul class="cards">
        {byFamily
          .toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
          .map((kinds) => (
            <li key={kinds[0]?.family} class={isEmpty(kinds) ? 'none' : ''}>
              <h2>{kinds[0]?.title}</h2>
              {kinds.map(({ kind }) => (
                <a key={kind} href={formatChainUrl([kind])}>
                  <span>{kind}</span>
                  {counts.has(kind) && <b>{counts.get(kind)}</b>}
                </a>
              ))}
            </li>
          ))}
      </ul>
    </>
  )
}

function describeKinds(specification: Specification) {
  const { kinds, families } = specification
  return listKinds(specification)
    .map((kind) => {
      const { family = '' } = kinds[kind] ?? {}
      return { kind, family, title: families[family] ?? family }
    })
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en') || a.kind.localeCompare(b.kind, 'en'))
}
