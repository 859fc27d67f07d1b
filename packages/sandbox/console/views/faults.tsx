/** Active faults, presets, a form for a new fault, and drift. */
import { useState } from 'preact/hooks'
import type { Fault, FaultCreate } from '../../src/generated/controls.ts'
import { activeFaults, loadFaults } from '../data/faults.ts'
import { useValue } from '../data/observable.ts'
import { control } from '../data/requests.ts'
import { loadForms, type Specification, useSpecification } from '../data/specification.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { useRoute } from '../shell/router.ts'
import { Drift } from './drift.tsx'

export function View() {
  const specification = useSpecification()
  const { query } = useRoute()
  const active = useValue(activeFaults)
  const presets = useLoaded(() => control('GET /_sandbox/faults/presets'), [])
  const { run, error, isBusy } = useTask()
  const create = (faults: readonly FaultCreate[]) =>
    run(async () => {
      for (const fault of faults) await control('POST /_sandbox/faults', { body: fault })
      await loadFaults()
    })
  const remove = (id?: number) =>
    run(async () => {
      await (id === undefined
        ? control('DELETE /_sandbox/faults')
        : control('DELETE /_sandbox/faults/{fault_id}', { path: { fault_id: id } }))
      await loadFaults()
    })
  return (
    <>
      <div class="head">
        <h1>Faults</h1>
        <ConfirmButton
          label="Delete all"
          message="All active faults are deleted. The sandbox answers normally again."
          isDisabled={isBusy || active.length === 0}
          onConfirm={remove}
        />
      </div>
      <Failed error={error ?? presets.error} />
      <ActiveFaults faults={active} onDelete={remove} />
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
      {specification && <Drift specification={specification} kind={query.get('kind') ?? ''} id={query.get('id') ?? ''} />}
    </>
  )
}

function ActiveFaults({ faults, onDelete }: { readonly faults: readonly Fault[]; readonly onDelete: (id: number) => void }) {
  if (faults.length === 0)
    return <p class="none">No active faults. Choose a preset or add a fault to test how your program handles errors.</p>
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
                <ConfirmButton
                  isSmall
                  label="Delete"
                  name={`Delete ${describeFault(fault)} for ${describeMatch(fault)}`}
                  message="The sandbox answers these requests normally again."
                  onConfirm={() => onDelete(fault.id ?? 0)}
                />
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
