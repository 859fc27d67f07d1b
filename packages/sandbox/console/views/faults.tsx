/** Failures on purpose: what is in force, and what can be. */
import { useState } from 'preact/hooks'
import type { Fault, FaultCreate } from '../../src/generated/controls.ts'
import { control } from '../data/ask.ts'
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
  const make = (faults: readonly FaultCreate[]) =>
    run(async () => {
      for (const fault of faults) await control('POST /_sandbox/faults', { body: fault })
      reload()
    })
  const end = (id?: number) =>
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
        <button type="button" disabled={isBusy || !value?.faults.length} onClick={() => end()}>
          End all
        </button>
      </div>
      <Failed error={error ?? failure ?? presets.error} />
      <InForce faults={value?.faults ?? []} onEnd={end} />
      <section>
        <h2>Presets</h2>
        <div class="deeds">
          {presets.value?.presets.map(({ name, title, faults }) => (
            <button key={name} type="button" disabled={isBusy} onClick={() => make(faults)}>
              {title}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h2>Make one</h2>
        {specification && (
          <FaultForm
            specification={specification}
            operation={query.get('operation') ?? ''}
            status={query.get('status') ?? ''}
            onMake={(fault) => make([fault])}
          />
        )}
      </section>
    </>
  )
}

function InForce({ faults, onEnd }: { readonly faults: readonly Fault[]; readonly onEnd: (id: number) => void }) {
  if (faults.length === 0) return <p class="none">None: every request is answered as it should be.</p>
  return (
    <table class="plain faults">
      <thead>
        <tr>
          <th scope="col">Of</th>
          <th scope="col">Does</th>
          <th scope="col">Struck</th>
          <th scope="col">
            <span class="unseen">End</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault, at) => (
          <tr key={fault.id ?? at}>
            <td>{describeReach(fault)}</td>
            <td>{describeFault(fault)}</td>
            <td>{fault.strikes ?? 0}</td>
            <td>
              {fault.id !== undefined && (
                <button
                  type="button"
                  class="small"
                  aria-label={`End ${describeFault(fault)} of ${describeReach(fault)}`}
                  onClick={() => onEnd(fault.id ?? 0)}
                >
                  End
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function describeReach({ operation, family, region }: Fault): string {
  const parts = [operation === '*' ? '' : operation, family ?? '', region ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? 'every operation' : parts.join(', ')
}

function describeFault({ status, latency_ms: latency, cut, action, times, rate, retry_after: retry }: FaultCreate): string {
  const parts = [
    status !== undefined && `${status}${retry === undefined ? '' : `, again after ${retry} s`}`,
    latency !== undefined && `${latency} ms late`,
    cut !== undefined && `cut ${cut === 'middle' ? 'in the middle' : cut}`,
    action !== undefined && 'its actions fail',
    rate !== undefined && `${Math.round(rate * 100)} % of them`,
    times !== undefined && `${times} more`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

interface FormProps {
  readonly specification: Specification
  readonly operation: string
  readonly status: string
  readonly onMake: (fault: FaultCreate) => void
}

type Fields = Readonly<Record<'operation' | 'family' | 'region' | 'status' | 'latency_ms' | 'rate' | 'times' | 'cut' | 'action', string>>

const nothing: Fields = { operation: '', family: '', region: '', status: '', latency_ms: '', rate: '', times: '', cut: '', action: '' }

function FaultForm({ specification, operation, status, onMake }: FormProps) {
  const [fields, setFields] = useState<Fields>({ ...nothing, operation, status })
  const documented = useDocumented(specification, fields.operation)
  const set = (name: keyof Fields) => (event: Event) => setFields({ ...fields, [name]: (event.currentTarget as HTMLInputElement).value })
  const submit = (event: Event) => {
    event.preventDefault()
    onMake(parseFields(fields))
  }
  return (
    <form class="card fields" onSubmit={submit}>
      <Text
        label="Operation"
        hint="all when empty"
        name="operation"
        fields={fields}
        set={set}
        choices={Object.keys(specification.operations)}
      />
      <Text label="Family" name="family" fields={fields} set={set} choices={Object.keys(specification.families)} />
      <Text label="Region" name="region" fields={fields} set={set} choices={[]} />
      <Text label="Status" hint="400 to 599" name="status" fields={fields} set={set} choices={documented.map(String)} />
      <Text label="Late by (ms)" name="latency_ms" fields={fields} set={set} choices={['250', '2000', '30000']} />
      <Text label="Share (0 to 1)" name="rate" fields={fields} set={set} choices={['0.05', '0.5']} />
      <Text label="Times" name="times" fields={fields} set={set} choices={['1', '3']} />
      <Choice label="Cut the connection" name="cut" fields={fields} set={set} choices={['before', 'middle', 'after']} />
      <Choice label="Actions" name="action" fields={fields} set={set} choices={['errored']} />
      <button type="submit" class="main">
        Make the fault
      </button>
    </form>
  )
}

/** The refusals that the operation documents; the usual ones where none is named. */
function useDocumented({ operations }: Specification, id: string): readonly number[] {
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

function Choice({ label, name, fields, set, choices }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={fields[name]} onChange={set(name)}>
        <option value="">no</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  )
}
