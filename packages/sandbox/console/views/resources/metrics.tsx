/** Metrics of an object in the last 24 hours. */
import { useState } from 'preact/hooks'
import { getApi } from '../../data/requests.ts'
import { sandboxNow } from '../../data/clock.ts'
import { type Form, loadForms, type Operation, type Specification } from '../../data/specification.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Failed } from '../../parts/failed.tsx'
import { Line } from '../../parts/line.tsx'

const folder = '/v2/monitoring/metrics/'

/** Folders of the metrics of each kind, and the query parameter of its id. */
const measuredKinds: Readonly<Record<string, { readonly under: string; readonly parameter: string }>> = {
  Droplet: { under: 'droplet', parameter: 'host_id' },
  LoadBalancer: { under: 'load_balancer', parameter: 'lb_id' },
  App: { under: 'apps', parameter: 'app_id' },
  DatabaseCluster: { under: 'database', parameter: 'db_id' },
  DropletAutoscalePool: { under: 'droplet_autoscale', parameter: 'autoscale_pool_id' },
}

interface Props {
  readonly specification: Specification
  readonly kind: string
  readonly id: string
}

export function Metrics({ specification, kind, id }: Props) {
  const [isOpen, setOpen] = useState(false)
  const measured = measuredKinds[kind]
  if (!measured) return null
  const operations = Object.entries(specification.operations).filter(([, { path }]) => path.startsWith(`${folder}${measured.under}/`))
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Metrics of the last 24 hours</summary>
      <div class="grid">
        {isOpen &&
          operations.map(([name, operation]) => (
            <Graph key={name} name={name} operation={operation} parameters={{ [measured.parameter]: id }} />
          ))}
      </div>
    </details>
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
  /** Id of the operation. */
  readonly name: string
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
}

function Graph({ name, operation, parameters }: GraphProps) {
  const { value, error } = useLoaded(() => loadMetrics(name, operation, parameters), [name, ...Object.values(parameters)])
  const title = operation.path.split('/').slice(5).join(' ').replaceAll('_', ' ')
  return (
    <figure class="card">
      <figcaption>{title}</figcaption>
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
            <Line title={`${title} ${kind}`} points={points} />
          </div>
        )
      })}
    </figure>
  )
}

async function loadMetrics(id: string, { family, path }: Operation, parameters: Readonly<Record<string, string>>): Promise<MetricsReply> {
  const form = (await loadForms(family)).operations[id]
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
