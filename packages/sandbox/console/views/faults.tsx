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
import { type Field, FieldsForm, type FieldValues } from '../parts/fields-form.tsx'
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
const cutOptions = [['', 'never'], ...Object.entries(cutTimes)] as const
const actionOptions = [
  ['', 'normal'],
  ['errored', 'error'],
] as const

interface FormProps {
  readonly specification: Specification
  readonly operation: string
  readonly status: string
  readonly onCreate: (fault: FaultCreate) => void
}

function FaultForm({ specification, operation, status, onCreate }: FormProps) {
  const [selected, setSelected] = useState(operation)
  const documented = useDocumentedStatuses(specification, selected)
  const fields: readonly Field[] = [
    {
      name: 'operation',
      label: 'Operation',
      hint: 'default: all',
      value: operation,
      suggestions: Object.keys(specification.operations),
    },
    { name: 'family', label: 'Family', suggestions: Object.keys(specification.families) },
    { name: 'region', label: 'Region' },
    { name: 'status', label: 'Status', hint: '400 to 599', value: status, suggestions: documented.map(String) },
    { name: 'latency_ms', label: 'Delay (ms)', suggestions: ['250', '2000', '30000'] },
    { name: 'rate', label: 'Probability', hint: '0 to 1', suggestions: ['0.05', '0.5'] },
    { name: 'times', label: 'Max hits', suggestions: ['1', '3'] },
    { name: 'cut', label: 'Close connection', options: cutOptions },
    { name: 'action', label: 'Action result', options: actionOptions },
  ]
  return (
    <FieldsForm
      layout="card fields"
      submit="Add fault"
      fields={fields}
      onInput={(name, value) => name === 'operation' && setSelected(value)}
      onSubmit={(values) => onCreate(parseFields(values))}
    />
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

const numberFields = new Set(['status', 'latency_ms', 'rate', 'times'])

function parseFields(values: FieldValues): FaultCreate {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, numberFields.has(name) ? Number(text) : text]))
}
