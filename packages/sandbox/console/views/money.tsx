/** What the month has cost so far, the invoices, and what the sandbox measures. */
import { useState } from 'preact/hooks'
import type { Usage } from '../../src/generated/controls.ts'
import { control, read } from '../data/ask.ts'
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
        <h1>Money and graphs</h1>
      </div>
      <Failed error={error} />
      {value && (
        <>
          <div class="grid">
            <Month usage={value} />
            <Invoices usage={value} />
          </div>
          <Measured measured={value.measured} />
        </>
      )}
    </>
  )
}

const maxLines = 12

function Month({ usage: { month, amount, lines } }: { readonly usage: Usage }) {
  const [isWhole, setWhole] = useState(false)
  const sorted = lines.toSorted((a, b) => Number(b.amount) - Number(a.amount))
  return (
    <section class="card">
      <h2>{month} so far</h2>
      <p class="now">${amount}</p>
      <table class="plain numbers">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Hours</th>
            <th scope="col">Dollars</th>
          </tr>
        </thead>
        <tbody>{sorted.slice(0, isWhole ? undefined : maxLines).map(renderLine)}</tbody>
      </table>
      {sorted.length > maxLines && (
        <button type="button" class="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Only the largest' : `All ${sorted.length} lines`}
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
  if (invoices.length === 0) return <p class="none">No invoice yet: one is written when a month ends.</p>
  const inOrder = invoices.toSorted((a, b) => (a.month < b.month ? -1 : 1))
  return (
    <section class="card">
      <h2>Invoices</h2>
      <Bars title="Invoices in dollars" points={inOrder.map(({ month, amount }) => ({ label: month, value: Number(amount) }))} />
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

function Measured({ measured }: { readonly measured: Usage['measured'] }) {
  // The oldest of the first kind, as what has just been made is not measured yet.
  const [at, setAt] = useState(() => measured.findLastIndex(({ object }) => object.kind === measured[0]?.object.kind))
  const specification = useSpecification()
  const chosen = measured[at]
  if (!chosen) return <p class="none">Nothing is measured yet: droplets, apps and load balancers are.</p>
  return (
    <section>
      <h2>Measurements of the last day</h2>
      <select class="inline" aria-label="Of" value={at} onChange={(event) => setAt(Number(event.currentTarget.value))}>
        {measured.map(({ object }, index) => (
          <option key={nameObject(object)} value={index}>
            {nameObject(object)}
          </option>
        ))}
      </select>
      <div class="grid">
        {specification &&
          chosen.paths.map((path) => (
            <Graph key={path} specification={specification} path={path} given={{ [chosen.parameter]: chosen.object.id }} />
          ))}
      </div>
    </section>
  )
}

interface Measurements {
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
  /** Which object is meant. */
  readonly given: Readonly<Record<string, string>>
}

function Graph({ specification, path, given }: GraphProps) {
  const { value, error } = useLoaded(() => loadMeasurements(specification, path, given), [path, ...Object.values(given)])
  const name = path.split('/').slice(5).join(' ').replaceAll('_', ' ')
  return (
    <figure class="card">
      <figcaption>{name}</figcaption>
      <Failed error={error} />
      {value && !value.data?.result?.length && <small>Nothing was measured.</small>}
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

async function loadMeasurements(
  { operations }: Specification,
  path: string,
  given: Readonly<Record<string, string>>,
): Promise<Measurements> {
  const [id = '', operation] = Object.entries(operations).find(([, each]) => each.path === path) ?? []
  const form = operation && (await loadForms(operation.family)).operations[id]
  const end = Math.floor(sandboxNow() / 1000)
  const query = { ...chooseFirst(form), ...given, start: String(end - 86_400), end: String(end) }
  return read(`${path}?${String(new URLSearchParams(query))}`)
}

/** Some measurements take a direction or an aggregate too: the first there is. */
function chooseFirst(form: Form | undefined): Readonly<Record<string, string>> {
  const needed = (form?.parameters ?? []).filter((parameter) => parameter.required && parameter.in === 'query')
  return Object.fromEntries(needed.map(({ name, schema, example }) => [name, String(schema.enum?.[0] ?? example ?? '')]))
}

function renderNumber(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumSignificantDigits: 4 })
}
