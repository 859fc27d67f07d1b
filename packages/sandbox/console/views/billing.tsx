/** Costs of the current month, invoices and metrics. */
import { useState } from 'preact/hooks'
import type { Usage } from '../../src/generated/controls.ts'
import { control, getApi } from '../data/requests.ts'
import { sandboxNow } from '../data/clock.ts'
import { type Form, loadForms, type Specification, useSpecification } from '../data/specification.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Bars, Line } from '../parts/chart.tsx'
import { Failed } from '../parts/failed.tsx'
import { nameObject } from '../parts/object-link.tsx'

export function View() {
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/usage'), [])
  useLive(['change', 'clock'], reload, 1000)
  return (
    <>
      <div class="head">
        <h1>Billing and metrics</h1>
      </div>
      <Failed error={error} />
      {value && (
        <>
          <div class="grid">
            <Month usage={value} />
            <Invoices usage={value} />
          </div>
          <Metrics measured={value.measured} />
        </>
      )}
    </>
  )
}

const maxLines = 12

function Month({ usage: { month, amount, lines } }: { readonly usage: Usage }) {
  const [showsAll, setShowsAll] = useState(false)
  const sorted = lines.toSorted((a, b) => Number(b.amount) - Number(a.amount))
  return (
    <section class="card">
      <h2>Current month ({month})</h2>
      <p class="now">${amount}</p>
      <table class="plain numbers">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Hours</th>
            <th scope="col">USD</th>
          </tr>
        </thead>
        <tbody>{sorted.slice(0, showsAll ? undefined : maxLines).map(renderLine)}</tbody>
      </table>
      {sorted.length > maxLines && (
        <button type="button" class="small" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${sorted.length} lines`}
        </button>
      )}
    </section>
  )
}

function renderLine({ description, product, amount, hours }: Usage['lines'][number], at: number) {
  return (
    <tr key={`${description} ${at}`}>
      <td>
        {description} <small>{product}</small>
      </td>
      <td>{Math.round(hours).toLocaleString('en')}</td>
      <td>{amount}</td>
    </tr>
  )
}

function Invoices({ usage: { invoices } }: { readonly usage: Usage }) {
  if (invoices.length === 0) return <p class="none">No invoices. The first one is created at the end of the month.</p>
  const inOrder = invoices.toSorted((a, b) => (a.month < b.month ? -1 : 1))
  return (
    <section class="card">
      <h2>Invoices</h2>
      <Bars title="Invoices in USD" points={inOrder.map(({ month, amount }) => ({ label: month, value: Number(amount) }))} />
      <table class="plain numbers">
        <tbody>
          {inOrder.toReversed().map(({ uuid, month, amount }) => (
            <tr key={uuid}>
              <td>{month}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Metrics({ measured }: { readonly measured: Usage['measured'] }) {
  // The oldest object of the first kind, because new objects have no metrics yet.
  const [at, setAt] = useState(() => measured.findLastIndex(({ object }) => object.kind === measured[0]?.object.kind))
  const specification = useSpecification()
  const chosen = measured[at]
  if (!chosen) return <p class="none">No metrics. Create a droplet, an app or a load balancer to see its metrics.</p>
  return (
    <section>
      <h2>Metrics of the last 24 hours</h2>
      <select class="inline" aria-label="Resource" value={at} onChange={(event) => setAt(Number(event.currentTarget.value))}>
        {measured.map(({ object }, index) => (
          <option key={nameObject(object)} value={index}>
            {nameObject(object)}
          </option>
        ))}
      </select>
      <div class="grid">
        {specification &&
          chosen.paths.map((path) => (
            <Graph key={path} specification={specification} path={path} parameters={{ [chosen.parameter]: chosen.object.id }} />
          ))}
      </div>
    </section>
  )
}

interface MetricsReply {
  readonly data?: {
    readonly result?: readonly {
      readonly metric: Readonly<Record<string, string>>
      readonly values: readonly (readonly [number, string])[]
    }[]
  }
}

interface GraphProps {
  readonly specification: Specification
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
}

function Graph({ specification, path, parameters }: GraphProps) {
  const { value, error } = useLoaded(() => loadMetrics(specification, path, parameters), [path, ...Object.values(parameters)])
  const name = path.split('/').slice(5).join(' ').replaceAll('_', ' ')
  return (
    <figure class="card">
      <figcaption>{name}</figcaption>
      <Failed error={error} />
      {value && !value.data?.result?.length && <small>No data</small>}
      {value?.data?.result?.map(({ metric, values }) => {
        const kind = Object.entries(metric)
          .filter(([label]) => !label.endsWith('_id'))
          .map(([, text]) => text)
          .join(' ')
        const points = values.map(([at, text]) => ({ label: new Date(at * 1000).toISOString().slice(11, 16), value: Number(text) }))
        return (
          <div key={kind}>
            <small>{`${kind} ${renderNumber(points.at(-1)?.value)}`}</small>
            <Line title={`${name} ${kind}`} points={points} />
          </div>
        )
      })}
    </figure>
  )
}

async function loadMetrics(
  { operations }: Specification,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<MetricsReply> {
  const [id = '', operation] = Object.entries(operations).find(([, each]) => each.path === path) ?? []
  const form = operation && (await loadForms(operation.family)).operations[id]
  const end = Math.floor(sandboxNow() / 1000)
  const query = { ...chooseFirst(form), ...parameters, start: String(end - 86_400), end: String(end) }
  return getApi(`${path}?${String(new URLSearchParams(query))}`)
}

/** Default values of required query parameters, for example a direction or an aggregate. */
function chooseFirst(form: Form | undefined): Readonly<Record<string, string>> {
  const needed = (form?.parameters ?? []).filter((parameter) => parameter.required && parameter.in === 'query')
  return Object.fromEntries(needed.map(({ name, schema, example }) => [name, String(schema.enum?.[0] ?? example ?? '')]))
}

function renderNumber(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumSignificantDigits: 4 })
}
