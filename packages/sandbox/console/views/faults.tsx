/** Active faults, presets and a form for a new fault. */
import { useState } from 'preact/hooks'
import type { Fault, FaultCreate } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import { loadForms, type Specification, useSpecification } from '../data/specification.ts'
import { useTask } from '../data/use-task.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Failed } from '../parts/failed.tsx'
import { useRoute } from '../shell/router.ts'

export function View() {
  const specification = useSpecification()
  const { query } = useRoute()
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/faults'), [])
  const presets = useLoaded(() => control('GET /_sandbox/faults/presets'), [])
  const { run, error: failure, isBusy } = useTask()
  useLive(['faults'], reload, 100)
  const create = (faults: readonly FaultCreate[]) =>
    run(async () => {
      for (const fault of faults) await control('POST /_sandbox/faults', { body: fault })
      reload()
    })
  const remove = (id?: number) =>
    run(async () => {
      await (id === undefined
        ? control('DELETE /_sandbox/faults')
        : control('DELETE /_sandbox/faults/{fault_id}', { path: { fault_id: id } }))
      reload()
    })
  return (
    <>
      <div class="head">
        <h1>Faults</h1>
        <button type="button" disabled={isBusy || !value?.faults.length} onClick={() => remove()}>
          Delete all
        </button>
      </div>
      <Failed error={error ?? failure ?? presets.error} />
      <ActiveFaults faults={value?.faults ?? []} onDelete={remove} />
      <section>
        <h2>Presets</h2>
        <div class="actions">
          {presets.value?.presets.map(({ name, title, faults }) => (
            <button key={name} type="button" disabled={isBusy} onClick={() => create(faults)}>
              {title}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h2>New fault</h2>
        {specification && (
          <FaultForm
            specification={specification}
            operation={query.get('operation') ?? ''}
            status={query.get('status') ?? ''}
            onCreate={(fault) => create([fault])}
          />
        )}
      </section>
    </>
  )
}

function ActiveFaults({ faults, onDelete }: { readonly faults: readonly Fault[]; readonly onDelete: (id: number) => void }) {
  if (faults.length === 0) return <p class="none">No active faults</p>
  return (
    <table class="plain faults">
      <thead>
        <tr>
          <th scope="col">Matches</th>
          <th scope="col">Effect</th>
          <th scope="col">Hits</th>
          <th scope="col">
            <span class="visually-hidden">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault, at) => (
          <tr key={fault.id ?? at}>
            <td>{describeMatch(fault)}</td>
            <td>{describeFault(fault)}</td>
            <td>{fault.strikes ?? 0}</td>
            <td>
              {fault.id !== undefined && (
                <button
                  type="button"
                  class="small"
                  aria-label={`Delete ${describeFault(fault)} for ${describeMatch(fault)}`}
                  onClick={() => onDelete(fault.id ?? 0)}
                >
                  Delete
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function describeMatch({ operation, family, region }: Fault): string {
  const parts = [operation === '*' ? '' : operation, family ?? '', region ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? 'all operations' : parts.join(', ')
}

function describeFault({ status, latency_ms: latency, cut, action, times, rate, retry_after: retry }: FaultCreate): string {
  const parts = [
    status !== undefined && `${status}${retry === undefined ? '' : `, Retry-After ${retry} s`}`,
    latency !== undefined && `delay ${latency} ms`,
    cut !== undefined && `connection closed ${cutTimes[cut]}`,
    action !== undefined && 'actions end in error',
    rate !== undefined && `probability ${Math.round(rate * 100)}%`,
    times !== undefined && `${times} ${times === 1 ? 'hit' : 'hits'} left`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

const cutTimes = { before: 'before the operation', middle: 'in the middle of the response', after: 'after the operation' } as const
const cutChoices = [['', 'never'], ...Object.entries(cutTimes)] as const
const actionChoices = [
  ['', 'normal'],
  ['errored', 'error'],
] as const

interface FormProps {
  readonly specification: Specification
  readonly operation: string
  readonly status: string
  readonly onCreate: (fault: FaultCreate) => void
}

type Fields = Readonly<Record<'operation' | 'family' | 'region' | 'status' | 'latency_ms' | 'rate' | 'times' | 'cut' | 'action', string>>

const nothing: Fields = { operation: '', family: '', region: '', status: '', latency_ms: '', rate: '', times: '', cut: '', action: '' }

function FaultForm({ specification, operation, status, onCreate }: FormProps) {
  const [fields, setFields] = useState<Fields>({ ...nothing, operation, status })
  const documented = useDocumentedStatuses(specification, fields.operation)
  const set = (name: keyof Fields) => (event: Event) => setFields({ ...fields, [name]: (event.currentTarget as HTMLInputElement).value })
  const submit = (event: Event) => {
    event.preventDefault()
    onCreate(parseFields(fields))
  }
  return (
    <form class="card fields" onSubmit={submit}>
      <Text
        label="Operation"
        hint="default: all"
        name="operation"
        fields={fields}
        set={set}
        choices={Object.keys(specification.operations)}
      />
      <Text label="Family" name="family" fields={fields} set={set} choices={Object.keys(specification.families)} />
      <Text label="Region" name="region" fields={fields} set={set} choices={[]} />
      <Text label="Status" hint="400 to 599" name="status" fields={fields} set={set} choices={documented.map(String)} />
      <Text label="Delay (ms)" name="latency_ms" fields={fields} set={set} choices={['250', '2000', '30000']} />
      <Text label="Probability" hint="0 to 1" name="rate" fields={fields} set={set} choices={['0.05', '0.5']} />
      <Text label="Max hits" name="times" fields={fields} set={set} choices={['1', '3']} />
      <Choice label="Close connection" name="cut" fields={fields} set={set} choices={cutChoices} />
      <Choice label="Action result" name="action" fields={fields} set={set} choices={actionChoices} />
      <button type="submit" class="main">
        Add fault
      </button>
    </form>
  )
}

/** Documented error statuses of the operation; common ones without an operation. */
function useDocumentedStatuses({ operations }: Specification, id: string): readonly number[] {
  const { value } = useLoaded(async () => {
    const operation = operations[id]
    return operation ? (await loadForms(operation.family)).operations[id]?.statuses : undefined
  }, [id])
  return value ?? [401, 404, 409, 422, 429, 500, 503]
}

function parseFields(fields: Fields): FaultCreate {
  const numbers = new Set(['status', 'latency_ms', 'rate', 'times'])
  const given = Object.entries(fields).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, numbers.has(name) ? Number(text) : text.trim()]))
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly name: keyof Fields
  readonly fields: Fields
  readonly set: (name: keyof Fields) => (event: Event) => void
  readonly choices: readonly string[]
}

function Text({ label, hint, name, fields, set, choices }: FieldProps) {
  return (
    <label>
      <span>
        {label} {hint && <small>{hint}</small>}
      </span>
      <input value={fields[name]} list={choices.length > 0 ? `choices-${name}` : undefined} onInput={set(name)} />
      {choices.length > 0 && (
        <datalist id={`choices-${name}`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </label>
  )
}

interface ChoiceProps extends Omit<FieldProps, 'choices'> {
  readonly choices: readonly (readonly [value: string, title: string])[]
}

function Choice({ label, name, fields, set, choices }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={fields[name]} onChange={set(name)}>
        {choices.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
