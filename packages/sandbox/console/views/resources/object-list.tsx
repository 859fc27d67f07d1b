import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { sandboxNow } from '../../data/clock.ts'
import { type List, openList, type Row } from '../../data/objects.ts'
import { countParameters, fillPath, findList, findOperation, type Specification } from '../../data/specification.ts'
import { useLive } from '../../data/use-live.ts'
import { renderAge } from '../../parts/age.ts'
import { Failed } from '../../parts/failed.tsx'
import { State } from '../../parts/state.tsx'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { formatCallUrl, formatChainUrl, listIds, getKind } from './chain.ts'
import { Crumbs } from './crumbs.tsx'
import { nameKind } from './name-kind.ts'

interface Props {
  readonly specification: Specification
  readonly chain: readonly string[]
}

export function ObjectList({ specification, chain }: Props) {
  const kind = getKind(chain)
  const ids = listIds(chain)
  const listing = findList(specification, kind, ids.length)
  const create = findOperation(
    specification,
    ({ effect, kind: own, path }) => effect === 'creates' && own === kind && countParameters(path) === ids.length,
  )
  if (!listing) throw new Error(`There is no list of ${kind} at this path.`)
  return (
    <>
      <Crumbs specification={specification} chain={chain} />
      <div class="head">
        <h1>{nameKind(specification, kind)}</h1>
        {create && (
          <a class="button main" href={formatCallUrl(create[0], ids)}>
            {create[1].summary}
          </a>
        )}
      </div>
      <Rows
        emptyText={create ? 'No resources yet. Create one with the button above.' : 'No resources yet.'}
        specification={specification}
        chain={chain}
        path={fillPath(listing[1].path, ids)}
        id={listing[0]}
      />
    </>
  )
}

function useList({ specification, chain }: Props, id: string, path: string): { readonly list: List; readonly error: Error | undefined } {
  const [, render] = useState({})
  const [error, setError] = useState<Error>()
  const list = useMemo(() => {
    const onChange = (failure?: Error) => {
      setError(failure)
      render({})
    }
    return openList(specification.operations[id]!, specification.kinds[getKind(chain)]!, path, onChange)
  }, [path])
  useEffect(() => {
    list.loadRange(0, 1)
  }, [list])
  useLive(['change', 'action'], list.refresh, 500)
  return { list, error }
}

interface RowsProps extends Props {
  readonly id: string
  readonly path: string
  readonly emptyText: string
}

function Rows(props: RowsProps) {
  const { chain, id, path, emptyText } = props
  const { list, error } = useList(props, id, path)
  const [text, setText] = useState('')
  const search = text.trim().toLowerCase()
  useEffect(() => {
    if (search !== '') void list.readAll()
  }, [search === '', list])
  const found = search === '' ? undefined : filterRows(list, search)
  const count = found?.length ?? list.count()
  const loadRange = useCallback(
    (first: number, last: number) => (search === '' ? list.loadRange(first, last) : undefined),
    [list, search === ''],
  )
  const now = sandboxNow()
  const renderRow = (index: number) => {
    const row = found ? found[index] : list.at(index)
    return row ? renderCells(row, chain, now) : ['…']
  }
  return (
    <>
      <div class="filter">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter by name, state, region, tag …"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span role="status">
          {search === '' ? `${list.count().toLocaleString('en')}` : `${count.toLocaleString('en')} of ${list.count().toLocaleString('en')}`}
          {search !== '' && !list.isComplete() && ' (loading …)'}
        </span>
      </div>
      <Failed error={error} />
      {count === 0 && !error ? (
        <p class="none">{search === '' ? emptyText : 'No resource matches the filter.'}</p>
      ) : (
        <VirtualRows
          label={getKind(chain)}
          columns={['Name', 'State', 'Region', 'Tags', 'Age']}
          count={count}
          renderRow={renderRow}
          onVisible={loadRange}
        />
      )}
    </>
  )
}

function filterRows(list: List, search: string): Row[] {
  const words = search.split(/\s+/)
  return Array.from({ length: list.count() }, (_, index) => list.at(index)).filter((row): row is Row => {
    if (!row) return false
    const all = `${row.name} ${row.id} ${row.state} ${row.region} ${row.tags.join(' ')}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

function renderCells({ id, name, state, region, tags, createdAt }: Row, chain: readonly string[], now: number) {
  return [
    <a key="name" href={formatChainUrl([...chain, id])} title={name === id ? name : `${name} (${id})`}>
      {name}
    </a>,
    state && <State text={state} />,
    region,
    tags.join(', '),
    Number.isNaN(createdAt) ? '' : renderAge(createdAt, now),
  ]
}
