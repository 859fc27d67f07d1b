/** What the month has cost so far, the invoices, and what the sandbox measures. */
import { useState } from 'preact/hooks'
import type { Usage } from '../../src/generated/controls.ts'
import { control, read } from '../data/ask.ts'
import { sandboxNow } from '../data/clock.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Bars, Line } from '../parts/chart.tsx'
import { nameObject } from '../parts/changes.tsx'
import { Failed } from '../parts/failed.tsx'

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

function Month({ usage: { month, amount, lines } }: { readonly usage: Usage }) {
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
        <tbody>
          {sorted.map(({ description, product, amount: own, hours }, at) => (
            <tr key={`${description} ${at}`}>
              <td>
                {description} <small>{product}</small>
              </td>
              <td>{Math.round(hours).toLocaleString('en')}</td>
              <td>{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
  const [at, setAt] = useState(0)
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
        {chosen.paths.map((path) => (
          <Graph key={path} path={path} />
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

function Graph({ path }: { readonly path: string }) {
  const { value, error } = useLoaded(() => read<Measurements>(withDay(path)), [path])
  const name = (path.split('?')[0] ?? '').split('/').slice(4).join(' ').replaceAll('_', ' ')
  return (
    <figure class="card">
      <figcaption>{name}</figcaption>
      <Failed error={error} />
      {value?.data?.result?.map(({ metric, values }) => {
        const kind = Object.entries(metric)
          .filter(([label]) => !/host_id|app_id|lb_id|database_id/.test(label))
          .map(([, text]) => text)
          .join(' ')
        const points = values.map(([at, text]) => ({ label: new Date(at * 1000).toISOString().slice(11, 16), value: Number(text) }))
        return (
          <div key={kind}>
            <small>{`${kind} ${points.at(-1)?.value ?? ''}`}</small>
            <Line title={`${name} ${kind}`} points={points} />
          </div>
        )
      })}
    </figure>
  )
}

function withDay(path: string): string {
  const end = Math.floor(sandboxNow() / 1000)
  return `${path}${path.includes('?') ? '&' : '?'}start=${end - 86_400}&end=${end}`
}
