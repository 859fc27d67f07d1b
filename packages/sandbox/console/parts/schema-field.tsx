/** Form field for a value of a request, generated from its schema. Optional fields are collapsed. */
import { useContext, useId, useRef, useState } from 'preact/hooks'
import type { Schema } from '../data/specification.ts'
import { useSuggestions } from '../data/suggestions.ts'
import { FormContext } from './form-context.ts'
import { JsonField } from './json-field.tsx'

type Schemas = FormContext['schemas']

interface Props {
  readonly name: string
  /** Place and pointer of the value, for example `body/size`. */
  readonly location: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly value: unknown
  /** `undefined` omits the field. */
  readonly onChange: (value: unknown) => void
}

export function SchemaField(props: Props) {
  const { schemas } = useContext(FormContext)
  const schema = resolve(props.schema, schemas)
  const forms = schema.oneOf?.map((form) => resolve(form, schemas)).filter((form) => form.type !== 'null')
  const resolvedProps = { ...props, schema }
  if (forms && forms.length > 1 && forms.every(isPlain))
    return <ScalarField {...resolvedProps} schema={{ ...joinPlain(forms), ...schema }} />
  if (forms && forms.length > 1) return <OneOf {...resolvedProps} forms={forms} />
  const only = forms?.[0]
  if (only)
    return (
      <SchemaField {...resolvedProps} schema={{ ...only, ...(schema.description !== undefined && { description: schema.description }) }} />
    )
  switch (getType(schema)) {
    case 'object':
      return <ObjectField {...resolvedProps} />
    case 'array':
      return <ArrayField {...resolvedProps} />
    default:
      return <ScalarField {...resolvedProps} />
  }
}

function isPlain(schema: Schema): boolean {
  return !schema.oneOf && !['object', 'array'].includes(getType(schema))
}

/** Merges scalar alternatives into one schema; it is numeric if one alternative is. */
function joinPlain(forms: readonly Schema[]): Schema {
  const [description] = forms.flatMap((form) => form.description ?? [])
  const type = forms.some((form) => ['integer', 'number'].includes(getType(form))) ? 'number' : 'string'
  return { type, ...(description !== undefined && { description }) }
}

/** Resolves a reference and merges `allOf`. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const target = schema.ref === undefined ? undefined : schemas[schema.ref]
  const resolved: Schema = target ? { ...resolve(target, schemas), ...schema } : schema
  const parts = (resolved.allOf ?? []).map((part) => resolve(part, schemas))
  if (parts.length === 0) return resolved
  const { allOf: _, ...rest } = resolved
  return {
    ...Object.assign({}, ...parts),
    ...rest,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), resolved.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(resolved.required ?? [])],
  }
}

function getType({ type, properties, items }: Schema): string {
  const typeName = (Array.isArray(type) ? type : [type]).find((each) => each !== 'null')
  return String(typeName ?? (properties ? 'object' : items ? 'array' : 'string'))
}

type ResolvedProps = Props & { readonly schema: Schema }

function OneOf(props: ResolvedProps & { readonly forms: readonly Schema[] }) {
  const { forms, value, onChange, name } = props
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      forms.findIndex((form) => fits(form, value)),
    ),
  )
  const form = forms[at] ?? {}
  return (
    <fieldset>
      {name !== '' && <legend>{name}</legend>}
      <select
        aria-label={`Variant of ${name === '' ? 'the body' : name}`}
        value={at}
        onChange={(event) => {
          const next = Number(event.currentTarget.value)
          setAt(next)
          onChange(createInitialValue(forms[next] ?? {}))
        }}
      >
        {forms.map((each, index) => (
          <option key={nameForm(each, index)} value={index}>
            {nameForm(each, index)}
          </option>
        ))}
      </select>
      <SchemaField key={at} {...props} name="" schema={form} isRequired />
    </fieldset>
  )
}

function nameForm({ properties = {}, ref, type }: Schema, index: number): string {
  const constant = Object.values(properties).find((each) => each.const !== undefined)?.const
  return String(constant ?? ref ?? type ?? index + 1)
}

/** True if the schema has every field of the value, and its constants match. */
function fits(form: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return getType(form) === typeof value
  const fields = value as Readonly<Record<string, unknown>>
  const { properties = {}, required = [] } = form
  return (
    Object.keys(fields).every((name) => Object.hasOwn(properties, name)) &&
    required.every((name) => name in fields) &&
    Object.entries(properties).every(
      ([name, { const: constant }]) => constant === undefined || !(name in fields) || fields[name] === constant,
    )
  )
}

function createInitialValue(schema: Schema): unknown {
  const constants = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    each.const === undefined ? [] : [[name, each.const]],
  )
  return getType(schema) === 'object' ? Object.fromEntries(constants) : undefined
}

function ObjectField({ name, location, schema, isRequired, value, onChange }: ResolvedProps) {
  const { findings } = useContext(FormContext)
  const { properties = {}, required = [], description } = schema
  const fields = Object(value) as Readonly<Record<string, unknown>>
  if (!isRequired && value === undefined)
    return (
      <div class="absent">
        <button type="button" class="small" onClick={() => onChange({})}>
          + {name}
        </button>
        <Hint text={description} location={location} />
      </div>
    )
  if (Object.keys(properties).length === 0)
    return (
      <label>
        <span>
          {name === '' ? 'Body' : name} <small>JSON</small>
        </span>
        <JsonField label={name === '' ? 'Body' : name} rows={3} value={value} onChange={onChange} />
        <Hint text={description} location={location} />
      </label>
    )
  const set = (field: string, next: unknown) => {
    const { [field]: _, ...rest } = fields
    onChange(next === undefined ? rest : { ...fields, [field]: next })
  }
  const entries = Object.entries(properties)
  const hasFinding = (field: string) => [...findings.keys()].some((key) => `${key}/`.startsWith(`${location}/${field}/`))
  const visible = entries.filter(([field]) => required.includes(field) || fields[field] !== undefined || hasFinding(field))
  const hidden = entries.filter((entry) => !visible.includes(entry))
  const render = ([field, inner]: readonly [string, Schema]) => (
    <SchemaField
      key={field}
      name={field}
      location={`${location}/${field}`}
      schema={inner}
      isRequired={required.includes(field)}
      value={fields[field]}
      onChange={(next) => set(field, next)}
    />
  )
  const inside = (
    <>
      {visible.map(render)}
      {hidden.length > 0 && <OptionalFields count={hidden.length} render={() => hidden.map(render)} />}
    </>
  )
  if (name === '') return inside
  return (
    <fieldset>
      <legend>{name}</legend>
      <Hint text={description} location={location} />
      {inside}
      {!isRequired && <Remove name={name} onRemove={() => onChange(undefined)} />}
    </fieldset>
  )
}

/** Renders optional fields when the user opens them, because some schemas are recursive. */
function OptionalFields({ count, render }: { readonly count: number; readonly render: () => unknown }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{count} optional fields</summary>
      {isOpen && (render() as never)}
    </details>
  )
}

/** Stable keys of list items. A caller that removes an item also removes its key. */
function useItemKeys(count: number): number[] {
  const store = useRef<{ readonly keys: number[]; next: number }>({ keys: [], next: 0 })
  const { keys } = store.current
  while (keys.length < count) keys.push(store.current.next++)
  keys.length = count
  return keys
}

function ArrayField(props: ResolvedProps) {
  const { name, location, schema, value, onChange, isRequired } = props
  const { schemas } = useContext(FormContext)
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  const keys = useItemKeys(items.length)
  const inner = resolve(schema.items ?? {}, schemas)
  const forms = inner.oneOf?.map((form) => resolve(form, schemas)) ?? [inner]
  if (forms.every(isPlain)) return <LinesField {...props} inner={inner.oneOf ? joinPlain(forms) : inner} />
  return (
    <fieldset>
      <legend>{name}</legend>
      <Hint text={schema.description} location={location} />
      {items.map((item, at) => (
        <div key={keys[at]} class="item">
          <SchemaField
            name={`${name} ${at + 1}`}
            location={`${location}/${at}`}
            schema={inner}
            isRequired
            value={item}
            onChange={(next) => onChange(items.with(at, next))}
          />
          <Remove
            name={`${name} ${at + 1}`}
            onRemove={() => {
              keys.splice(at, 1)
              onChange(items.toSpliced(at, 1))
            }}
          />
        </div>
      ))}
      <button type="button" class="small" onClick={() => onChange([...items, createInitialValue(inner) ?? {}])}>
        + {name}
      </button>
      {!isRequired && items.length > 0 && <Remove name={name} onRemove={() => onChange(undefined)} />}
    </fieldset>
  )
}

/** List of texts or numbers, one per line. */
function LinesField({ name, location, inner, schema, value, onChange, isRequired }: ResolvedProps & { readonly inner: Schema }) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.map(String).join('\n') : ''))
  const change = (next: string) => {
    setText(next)
    const lines = next.split('\n').filter((line) => line !== '')
    onChange(lines.length === 0 && !isRequired ? undefined : lines.map((line) => parseScalar(line, inner)))
  }
  return (
    <label>
      <span>
        {name} {isRequired && <em>required</em>} <small>one per line</small>
      </span>
      <textarea
        rows={Math.min(6, Math.max(2, text.split('\n').length))}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <Hint text={schema.description} location={location} />
    </label>
  )
}

function ScalarField({ name, location, schema, value, onChange, isRequired }: ResolvedProps) {
  const list = useId()
  const { family } = useContext(FormContext)
  const suggestions = useSuggestions(name, family)
  const type = getType(schema)
  const choices = schema.const !== undefined ? [schema.const] : type === 'boolean' ? [true, false] : schema.enum
  const text = value === undefined || value === null ? '' : String(value)
  const set = (next: string) => onChange(next === '' && !isRequired ? undefined : parseScalar(next, schema))
  const caption = (
    <span>
      {name} {isRequired && <em>required</em>} {schema.default !== undefined && <small>default {JSON.stringify(schema.default)}</small>}
    </span>
  )
  if (choices && (type === 'boolean' || schema.const !== undefined))
    return (
      <label>
        {caption}
        <select value={text} onChange={(event) => set(event.currentTarget.value)}>
          <option value="" />
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {String(choice)}
            </option>
          ))}
        </select>
        <Hint text={schema.description} location={location} />
      </label>
    )
  const options = suggestions.length > 0 ? suggestions : (choices ?? []).map((choice) => ({ value: String(choice), label: String(choice) }))
  const selected = suggestions.find((suggestion) => suggestion.value === text)
  const isLong = text.includes('\n') || /user_data|public_key|certificate|private_key/.test(name)
  return (
    <label>
      {caption}
      {isLong ? (
        <textarea rows={4} value={text} onInput={(event) => set(event.currentTarget.value)} />
      ) : (
        <input
          value={text}
          list={options.length > 0 ? list : undefined}
          inputMode={type === 'integer' || type === 'number' ? 'decimal' : undefined}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
      {options.length > 0 && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option.value} {...option} />
          ))}
        </datalist>
      )}
      {selected && <small class="chosen">{selected.label}</small>}
      <Hint text={schema.description} location={location} />
    </label>
  )
}

/** Invalid numbers are sent as text, so that the sandbox returns its validation error. */
function parseScalar(text: string, schema: Schema): unknown {
  const type = getType(schema)
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="small" aria-label={`Remove ${name}`} onClick={onRemove}>
      Remove
    </button>
  )
}

/** Message of the last response about the field, and its description. */
function Hint({ text, location }: { readonly text: string | undefined; readonly location: string }) {
  const finding = useContext(FormContext).findings.get(location)
  return (
    <>
      {finding !== undefined && <em class="finding">{finding}</em>}
      {text !== undefined && <small class="hint">{text}</small>}
    </>
  )
}
