/** Page of an object: facts, actions, states, related requests, details and JSON. */
import type { ObjectDetail } from '../../../src/generated/controls.ts'
import { control, getApi } from '../../data/requests.ts'
import { describeObject, listItems, parseState, type Value } from '../../data/objects.ts'
import { countParameters, fillPath, findGet, findList, type Operation, type Specification } from '../../data/specification.ts'
import { useLive } from '../../data/use-live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Failed } from '../../parts/failed.tsx'
import { Json } from '../../parts/json.tsx'
import { State } from '../../parts/state.tsx'
import { formatUrl } from '../../shell/router.ts'
import { Actions } from './actions.tsx'
import { formatCallUrl, formatChainUrl, listIds, getKind } from './chain.ts'
import { Crumbs } from './crumbs.tsx'
import { Details } from './details.tsx'
import { Facts } from './facts.tsx'
import { StateMachine } from './state-machine.tsx'

interface Props {
  readonly specification: Specification
  readonly chain: readonly string[]
}

export function ObjectPage({ specification, chain }: Props) {
  const kind = getKind(chain)
  const ids = listIds(chain)
  const row = specification.kinds[kind] ?? { family: '' }
  const { value: loaded, error, reload } = useLoaded(() => loadObject(specification, kind, ids), [chain.join('/')])
  const detail = useLoaded(() => loadDetail(chain), [chain.join('/'), loaded])
  // Kinds without a get operation show the stored value.
  const value = loaded ?? (error && detail.value?.value)
  useLive(['change', 'action'], reload, 300)
  const own = value && describeObject(value, row)
  const operations = listOperations(specification, kind, ids.length)
  const state = value ? parseState(value, row) : ''
  return (
    <>
      <Crumbs specification={specification} chain={chain} name={own?.name} />
      <div class="head">
        <h1>{own?.name ?? ids.at(-1)}</h1>
        {state && <State text={state} />}
        <span class="kind">{kind}</span>
        <a class="button" href={formatUrl(['faults'], { kind, id: ids.at(-1) ?? '' })}>
          Add drift
        </a>
      </div>
      {!value && <Failed error={error} />}
      {value && <Facts value={value} parent={row.one} detail={detail.value} />}
      <Actions
        specification={specification}
        chain={chain}
        state={state}
        detail={detail.value}
        operations={operations.filter(([, { method }]) => method !== 'GET')}
      />
      {row.lifecycle && state && <StateMachine lifecycle={row.lifecycle} state={state} />}
      <RelatedRequests operations={operations.filter(([, { method }]) => method === 'GET')} chain={chain} />
      {detail.value && <Details detail={detail.value} />}
      {value && (
        <section>
          <h2>JSON</h2>
          <Json value={value} parent={row.one} />
        </section>
      )}
    </>
  )
}

/** Details of an object. The parent path has the kinds and ids of its parents. */
async function loadDetail(chain: readonly string[]): Promise<ObjectDetail> {
  const above = chain.slice(0, -2).map((step) => `${encodeURIComponent(step)}/`)
  const query = above.length === 0 ? {} : { parent: above.join('') }
  return (await control('GET /_sandbox/objects/{kind}/{id}', { path: { kind: getKind(chain), id: listIds(chain).at(-1) ?? '' }, query }))
    .object
}

/** Loads the object with its get operation, or from its list. */
async function loadObject(specification: Specification, kind: string, ids: readonly string[]): Promise<Value> {
  const get = findGet(specification, kind, ids.length)
  if (get) {
    const body = await getApi<Value>(fillPath(get[1].path, ids))
    const inner = get[1].root ? body[get[1].root] : body
    return (typeof inner === 'object' && inner !== null ? inner : body) as Value
  }
  const list = findList(specification, kind, ids.length - 1)
  const row = specification.kinds[kind]
  if (!list || !row) throw new Error(`The API has no operation that returns a ${kind}.`)
  const body = await getApi<unknown>(`${fillPath(list[1].path, ids)}${list[1].paged ? '?per_page=200' : ''}`)
  const found = listItems(body, list[1].root).find((each) => describeObject(each, row).id === ids.at(-1))
  if (!found) throw new Error(`${kind} ${ids.at(-1) ?? ''} not found`)
  return found
}

/** Lists and other reads of the object. */
function RelatedRequests({
  operations,
  chain,
}: {
  readonly operations: readonly (readonly [string, Operation])[]
  readonly chain: readonly string[]
}) {
  const lists = operations.filter(([, { effect }]) => effect === 'lists')
  const reads = operations.filter(([, { effect }]) => effect !== 'lists' && effect !== 'gets')
  if (lists.length + reads.length === 0) return null
  return (
    <section>
      <h2>Related requests</h2>
      <div class="actions">
        {lists.map(([id, { kind: below = '', summary }]) => (
          <a key={id} class="button" href={formatChainUrl([...chain, below])}>
            {summary}
          </a>
        ))}
        {reads.map(([id, { summary }]) => (
          <a key={id} class="button" href={formatCallUrl(id, listIds(chain))}>
            {summary}
          </a>
        ))}
      </div>
    </section>
  )
}

/** Operations at the path of the object or below it, without further ids. */
function listOperations(specification: Specification, kind: string, depth: number): (readonly [string, Operation])[] {
  const base = findGet(specification, kind, depth)?.[1].path
  return Object.entries(specification.operations).filter(([, { path, kind: own, effect }]) => {
    if (countParameters(path) !== depth) return false
    if (base !== undefined && (path === base || path.startsWith(`${base}/`))) return true
    return own === kind && effect !== 'lists' && effect !== 'creates' && depth > 0 && base === undefined
  })
}
