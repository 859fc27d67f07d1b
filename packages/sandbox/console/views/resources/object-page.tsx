/** One object: its value, its states, what can be done with it, and what is listed below it. */
import { useEffect } from 'preact/hooks'
import type { ObjectDetail } from '../../../src/generated/controls.ts'
import { control, read } from '../../data/ask.ts'
import { calm, listen } from '../../data/live.ts'
import { describeObject, listItems, parseState, type Value } from '../../data/objects.ts'
import { countParameters, fillPath, findGet, findList, type Operation, type Specification } from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Failed } from '../../parts/failed.tsx'
import { Json } from '../../parts/json.tsx'
import { State } from '../../parts/state.tsx'
import { addressOfCall, addressOfChain, idsOf, kindOf } from './chain.ts'
import { Crumbs } from './crumbs.tsx'
import { Details } from './details.tsx'
import { StateMachine } from './state-machine.tsx'

interface Props {
  readonly specification: Specification
  readonly chain: readonly string[]
}

export function ObjectPage({ specification, chain }: Props) {
  const kind = kindOf(chain)
  const ids = idsOf(chain)
  const row = specification.kinds[kind] ?? { family: '' }
  const { value: answered, error, reload } = useLoaded(() => loadObject(specification, kind, ids), [chain.join('/')])
  const detail = useLoaded(() => loadDetail(chain), [chain.join('/'), answered])
  // Some kinds have no operation that reads one of them: then it is shown as it is kept.
  const value = answered ?? (error && detail.value?.value)
  useEffect(() => {
    const again = calm(reload, 300)
    const stops = [listen('change', again), listen('action', again)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [reload])
  const own = value && describeObject(value, row)
  const state = value ? parseState(value, row) : ''
  return (
    <>
      <Crumbs specification={specification} chain={chain} />
      <div class="head">
        <h1>{own?.name ?? ids.at(-1)}</h1>
        {state && <State text={state} />}
        <span class="kind">{kind}</span>
      </div>
      {!value && <Failed error={error} />}
      {row.lifecycle && state && <StateMachine lifecycle={row.lifecycle} state={state} />}
      <Deeds specification={specification} kind={kind} ids={ids} chain={chain} />
      {detail.value && <Details detail={detail.value} />}
      {value && (
        <section>
          <h2>Value</h2>
          <Json value={value} />
        </section>
      )}
    </>
  )
}

/** What lives under others is kept with their kinds and ids before it. */
async function loadDetail(chain: readonly string[]): Promise<ObjectDetail> {
  const above = chain.slice(0, -2).map((step) => `${encodeURIComponent(step)}/`)
  const query = above.length === 0 ? {} : { parent: above.join('') }
  return (await control('GET /_sandbox/objects/{kind}/{id}', { path: { kind: kindOf(chain), id: idsOf(chain).at(-1) ?? '' }, query }))
    .object
}

/** By its own operation, or from its list where it has none. */
async function loadObject(specification: Specification, kind: string, ids: readonly string[]): Promise<Value> {
  const get = findGet(specification, kind, ids.length)
  if (get) {
    const body = await read<Value>(fillPath(get[1].path, ids))
    const inner = get[1].root ? body[get[1].root] : body
    return (typeof inner === 'object' && inner !== null ? inner : body) as Value
  }
  const list = findList(specification, kind, ids.length - 1)
  const row = specification.kinds[kind]
  if (!list || !row) throw new Error(`There is no way to read one ${kind}.`)
  const body = await read<unknown>(`${fillPath(list[1].path, ids)}${list[1].paged ? '?per_page=200' : ''}`)
  const found = listItems(body, list[1].root).find((each) => describeObject(each, row).id === ids.at(-1))
  if (!found) throw new Error(`There is no ${kind} ${ids.at(-1) ?? ''}.`)
  return found
}

/** Every operation at the object's own path or below it that needs no further id. */
function Deeds({ specification, kind, ids, chain }: Props & { readonly kind: string; readonly ids: readonly string[] }) {
  const found = listDeeds(specification, kind, ids.length)
  const lists = found.filter(([, { does, method }]) => does === 'lists' && method === 'GET')
  const reads = found.filter(([, { does, method }]) => does !== 'lists' && does !== 'gets' && method === 'GET')
  const writes = found.filter(([, { method }]) => method !== 'GET')
  return (
    <>
      {writes.length > 0 && (
        <section>
          <h2>Do</h2>
          <div class="deeds">{writes.flatMap(([id, operation]) => renderDeed(id, operation, ids))}</div>
        </section>
      )}
      {lists.length + reads.length > 0 && (
        <section>
          <h2>Below it</h2>
          <div class="deeds">
            {lists.map(([id, { kind: below = '', summary }]) => (
              <a key={id} class="button" href={addressOfChain([...chain, below])}>
                {summary}
              </a>
            ))}
            {reads.map(([id, { summary }]) => (
              <a key={id} class="button" href={addressOfCall(id, ids)}>
                {summary}
              </a>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

function listDeeds(specification: Specification, kind: string, depth: number): (readonly [string, Operation])[] {
  const base = findGet(specification, kind, depth)?.[1].path
  return Object.entries(specification.operations).filter(([, { path, kind: own, does }]) => {
    if (countParameters(path) !== depth) return false
    if (base !== undefined && (path === base || path.startsWith(`${base}/`))) return true
    return own === kind && does !== 'lists' && does !== 'creates' && depth > 0 && base === undefined
  })
}

function renderDeed(id: string, { summary, method, verbs }: Operation, ids: readonly string[]) {
  if (verbs)
    return verbs.map((verb) => (
      <a key={`${id}-${verb}`} class="button" href={addressOfCall(id, ids, verb)}>
        {verb.replaceAll('_', ' ')}
      </a>
    ))
  return [
    <a key={id} class={`button ${method === 'DELETE' ? 'danger' : ''}`} href={addressOfCall(id, ids)}>
      {summary}
    </a>,
  ]
}
