import { useMemo, useState } from 'preact/hooks'
import { control } from '../../data/requests.ts'
import { listKinds, type Specification } from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { formatChainUrl } from './chain.ts'

/** Families in groups, and their top-level kinds with counts. Families with objects come first. */
export function Families({ specification }: { readonly specification: Specification }) {
  const [text, setText] = useState('')
  const { value } = useLoaded(() => control('GET /_sandbox/kinds'), [])
  const counts = new Map(value?.kinds.map(({ kind, count }) => [kind, count]))
  const all = useMemo(() => listKinds(specification), [specification])
  const { groups, families, kinds } = specification
  const matches = (kind: string, family: string) => `${kind} ${family} ${families[family]}`.toLowerCase().includes(text.toLowerCase())
  const findKinds = (family: string) => all.filter((kind) => kinds[kind]?.family === family && matches(kind, family)).toSorted()
  const found = groups.map((group) => ({
    title: group.title,
    families: group.families
      .map((family) => ({ family, listed: findKinds(family) }))
      .filter(({ listed }) => listed.length > 0)
      .map((each) => ({ ...each, isEmpty: each.listed.every((kind) => !counts.get(kind)) }))
      .toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty)),
  }))
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
      {found
        .filter((group) => group.families.length > 0)
        .map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul class="cards">
              {group.families.map(({ family, listed, isEmpty }) => (
                <li key={family} class={isEmpty ? 'none' : ''}>
                  <h3>{families[family]}</h3>
                  {listed.map((kind) => (
                    <a key={kind} href={formatChainUrl([kind])}>
                      <span>{kind}</span>
                      {counts.has(kind) && <b>{counts.get(kind)}</b>}
                    </a>
                  ))}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}
