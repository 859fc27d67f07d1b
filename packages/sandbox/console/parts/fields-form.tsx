/** Form with labeled fields. Empty fields are omitted. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'datetime-local'
  readonly value?: string | undefined
  readonly isRequired?: boolean
  readonly pattern?: string
  readonly suggestions?: readonly string[] | undefined
  /** Values and titles of a select. */
  readonly options?: readonly (readonly [value: string, title: string])[]
}

export type FieldValues = Readonly<Record<string, string>>

interface Props {
  readonly fields: readonly Field[]
  readonly submit: string
  readonly layout?: 'line' | 'card fields'
  readonly isBusy?: boolean
  /** Keeps the values after a submit. */
  readonly isKept?: boolean
  readonly onInput?: (name: string, value: string) => void
  readonly onSubmit: (values: FieldValues) => void
}

export function FieldsForm({ fields, submit, layout, isBusy, isKept = false, onInput, onSubmit }: Props) {
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
    onSubmit(Object.fromEntries(entries.filter(([, value]) => value !== '')) as FieldValues)
    if (!isKept) form.reset()
  }
  const input = ({ target }: Event) => target instanceof HTMLInputElement && onInput?.(target.name, target.value)
  return (
    <form class={layout} onSubmit={send} onInput={input}>
      {fields.map((field) => (
        <label key={field.name}>
          <span>
            {field.label} {field.hint !== undefined && <small>{field.hint}</small>}
          </span>
          {field.options ? renderSelect(field) : renderInput(field)}
        </label>
      ))}
      <button type="submit" class={layout && 'main'} disabled={isBusy}>
        {submit}
      </button>
    </form>
  )
}

function renderSelect({ name, value, options = [] }: Field) {
  return (
    <select name={name}>
      {options.map(([each, title]) => (
        <option key={each} value={each} selected={each === value}>
          {title}
        </option>
      ))}
    </select>
  )
}

function renderInput({ name, type = 'text', value, isRequired, pattern, suggestions }: Field) {
  return (
    <>
      <input
        name={name}
        type={type as 'text'}
        defaultValue={value}
        required={isRequired}
        pattern={pattern}
        autocomplete="off"
        list={suggestions && `suggestions-${name}`}
      />
      {suggestions && (
        <datalist id={`suggestions-${name}`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}
