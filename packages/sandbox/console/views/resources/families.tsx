import { useMemo, useState } from 'preact/hooks'
import { control } from '../../data/ask.ts'
import type { Specification } from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { addressOfChain } from './chain.ts'
import { nameKind } from './name-kind.ts'

/** Every kind that has a list at the top, by family, with how many there are. */
export function Families({ specification }: { readonly specification: Specification }) {
  const [text, setText] = useState('')
  const { value } = useLoaded(() => control('GET /_sandbox/kinds'), [])
  const counts = new Map(value?.kinds.map(({ kind, count }) => [kind, count]))
  const listed = useMemo(() => listKinds(specification), [specification])
  const wanted = text.toLowerCase()
  const found = listed.filter(({ title, kind, family }) => `${title} ${kind} ${family}`.toLowerCase().includes(wanted))
  const order = found.toSorted((a, b) => Number((counts.get(b.kind) ?? 0) > 0) - Number((counts.get(a.kind) ?? 0) > 0))
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
        {order.map(({ kind, title }) => (
          <li key={kind} class={counts.get(kind) ? '' : 'none'}>
            <a href={addressOfChain([kind])}>
              <span>{title}</span>
              <small>{kind}</small>
              {counts.has(kind) && <b>{counts.get(kind)}</b>}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function listKinds({ kinds, families, operations }: Specification) {
  const listed = new Set(
    Object.values(operations).flatMap(({ does, kind, path }) => (does === 'lists' && kind && !path.includes('{') ? [kind] : [])),
  )
  return [...listed]
    .map((kind) => ({ kind, title: nameKind({ kinds, families }, kind), family: kinds[kind]?.family ?? '' }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
}
