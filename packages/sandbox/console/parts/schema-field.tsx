/** One value of a request, as its schema has it: fields within fields, what may be left out folded away. */
import { useId, useRef, useState } from 'preact/hooks'
import type { Schema } from '../data/specification.ts'

type Schemas = Readonly<Record<string, Schema>>

interface Props {
  readonly name: string
  readonly schema: Schema
  readonly schemas: Schemas
  readonly isRequired: boolean
  readonly value: unknown
  /** Undefined leaves it out. */
  readonly onChange: (value: unknown) => void
}

export function SchemaField(props: Props) {
  const schema = resolve(props.schema, props.schemas)
  const forms = schema.oneOf?.map((form) => resolve(form, props.schemas)).filter((form) => form.type !== 'null')
  const given = { ...props, schema }
  if (forms && forms.length > 1 && forms.every(isPlain)) return <ScalarField {...given} schema={{ ...joinPlain(forms), ...schema }} />
  if (forms && forms.length > 1) return <OneOf {...given} forms={forms} />
  const only = forms?.[0]
  if (only)
    return <SchemaField {...given} schema={{ ...only, ...(schema.description !== undefined && { description: schema.description }) }} />
  switch (typeOf(schema)) {
    case 'object':
      return <ObjectField {...given} />
    case 'array':
      return <ArrayField {...given} />
    default:
      return <ScalarField {...given} />
  }
}

function isPlain(schema: Schema): boolean {
  return !schema.oneOf && !['object', 'array'].includes(typeOf(schema))
}

/** One field for all: what looks like a number is one, where one of them may be. */
function joinPlain(forms: readonly Schema[]): Schema {
  const [description] = forms.flatMap((form) => form.description ?? [])
  const type = forms.some((form) => ['integer', 'number'].includes(typeOf(form))) ? 'number' : 'string'
  return { type, ...(description !== undefined && { description }) }
}

/** What a reference names, and what `allOf` lays together. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const named = schema.ref === undefined ? undefined : schemas[schema.ref]
  const whole: Schema = named ? { ...resolve(named, schemas), ...schema } : schema
  const parts = (whole.allOf ?? []).map((part) => resolve(part, schemas))
  if (parts.length === 0) return whole
  const { allOf: _, ...rest } = whole
  return {
    ...Object.assign({}, ...parts),
    ...rest,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), whole.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(whole.required ?? [])],
  }
}

function typeOf({ type, properties, items }: Schema): string {
  const named = (Array.isArray(type) ? type : [type]).find((each) => each !== 'null')
  return String(named ?? (properties ? 'object' : items ? 'array' : 'string'))
}

type Given = Props & { readonly schema: Schema }

function OneOf(props: Given & { readonly forms: readonly Schema[] }) {
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
        aria-label={`Form of ${name === '' ? 'the body' : name}`}
        value={at}
        onChange={(event) => {
          const next = Number(event.currentTarget.value)
          setAt(next)
          onChange(beginValue(forms[next] ?? {}))
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

/** Whether the form has a place for every field of the value, and its constants are those of the value. */
function fits(form: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeOf(form) === typeof value
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

function beginValue(schema: Schema): unknown {
  const constants = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    each.const === undefined ? [] : [[name, each.const]],
  )
  return typeOf(schema) === 'object' ? Object.fromEntries(constants) : undefined
}

function ObjectField({ name, schema, schemas, isRequired, value, onChange }: Given) {
  const { properties = {}, required = [], description } = schema
  const fields = Object(value) as Readonly<Record<string, unknown>>
  if (!isRequired && value === undefined)
    return (
      <div class="absent">
        <button type="button" class="small" onClick={() => onChange({})}>
          + {name}
        </button>
        <Hint text={description} />
      </div>
    )
  if (Object.keys(properties).length === 0) return <RawField name={name} value={value} description={description} onChange={onChange} />
  const set = (field: string, next: unknown) => {
    const { [field]: _, ...rest } = fields
    onChange(next === undefined ? rest : { ...fields, [field]: next })
  }
  const entries = Object.entries(properties)
  const shown = entries.filter(([field]) => required.includes(field) || fields[field] !== undefined)
  const folded = entries.filter((entry) => !shown.includes(entry))
  const render = ([field, inner]: readonly [string, Schema]) => (
    <SchemaField
      key={field}
      name={field}
      schema={inner}
      schemas={schemas}
      isRequired={required.includes(field)}
      value={fields[field]}
      onChange={(next) => set(field, next)}
    />
  )
  const inside = (
    <>
      {shown.map(render)}
      {folded.length > 0 && <Folded count={folded.length} render={() => folded.map(render)} />}
    </>
  )
  if (name === '') return inside
  return (
    <fieldset>
      <legend>{name}</legend>
      <Hint text={description} />
      {inside}
      {!isRequired && <Remove name={name} onRemove={() => onChange(undefined)} />}
    </fieldset>
  )
}

/** What is folded is made when it is opened: some forms are deep without end. */
function Folded({ count, render }: { readonly count: number; readonly render: () => unknown }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{count} more</summary>
      {isOpen && (render() as never)}
    </details>
  )
}

/** What tells the items of a list apart while some are taken out: what was chosen in one stays with it. Who takes one out takes its key too. */
function useItemKeys(count: number): number[] {
  const kept = useRef<{ readonly keys: number[]; next: number }>({ keys: [], next: 0 })
  const { keys } = kept.current
  while (keys.length < count) keys.push(kept.current.next++)
  keys.length = count
  return keys
}

function ArrayField(props: Given) {
  const { name, schema, schemas, value, onChange, isRequired } = props
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  const keys = useItemKeys(items.length)
  const inner = resolve(schema.items ?? {}, schemas)
  const forms = inner.oneOf?.map((form) => resolve(form, schemas)) ?? [inner]
  if (forms.every(isPlain)) return <LinesField {...props} inner={inner.oneOf ? joinPlain(forms) : inner} />
  return (
    <fieldset>
      <legend>{name}</legend>
      <Hint text={schema.description} />
      {items.map((item, at) => (
        <div key={keys[at]} class="item">
          <SchemaField
            name={`${name} ${at + 1}`}
            schema={inner}
            schemas={schemas}
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
      <button type="button" class="small" onClick={() => onChange([...items, beginValue(inner) ?? {}])}>
        + {name}
      </button>
      {!isRequired && items.length > 0 && <Remove name={name} onRemove={() => onChange(undefined)} />}
    </fieldset>
  )
}

/** Texts and numbers, one a line. */
function LinesField({ name, inner, schema, value, onChange, isRequired }: Given & { readonly inner: Schema }) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.map(String).join('\n') : ''))
  const change = (next: string) => {
    setText(next)
    const lines = next.split('\n').filter((line) => line !== '')
    onChange(lines.length === 0 && !isRequired ? undefined : lines.map((line) => parseScalar(line, inner)))
  }
  return (
    <label>
      <span>
        {name} {isRequired && <em>required</em>} <small>one a line</small>
      </span>
      <textarea
        rows={Math.min(6, Math.max(2, text.split('\n').length))}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <Hint text={schema.description} />
    </label>
  )
}

function ScalarField({ name, schema, value, onChange, isRequired }: Given) {
  const list = useId()
  const type = typeOf(schema)
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
        <Hint text={schema.description} />
      </label>
    )
  const isLong = text.includes('\n') || /user_data|public_key|certificate|private_key/.test(name)
  return (
    <label>
      {caption}
      {isLong ? (
        <textarea rows={4} value={text} onInput={(event) => set(event.currentTarget.value)} />
      ) : (
        <input
          value={text}
          list={choices ? list : undefined}
          inputMode={type === 'integer' || type === 'number' ? 'decimal' : undefined}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
      {choices && (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={String(choice)} value={String(choice)} />
          ))}
        </datalist>
      )}
      <Hint text={schema.description} />
    </label>
  )
}

/** What is no number of the schema's is sent as it was typed: the sandbox says what is wrong with it. */
function parseScalar(text: string, schema: Schema): unknown {
  const type = typeOf(schema)
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

interface RawProps {
  readonly name: string
  readonly value: unknown
  readonly description: string | undefined
  readonly onChange: (value: unknown) => void
}

/** For values whose names are the caller's own. */
function RawField({ name, value, description, onChange }: RawProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isWrong, setWrong] = useState(false)
  const change = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return (
    <label>
      <span>
        {name === '' ? 'Body' : name} <small>{isWrong ? 'is not JSON yet' : 'JSON'}</small>
      </span>
      <textarea class="code" rows={3} spellcheck={false} value={text} onInput={(event) => change(event.currentTarget.value)} />
      <Hint text={description} />
    </label>
  )
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="small" aria-label={`Leave out ${name}`} onClick={onRemove}>
      Leave out
    </button>
  )
}

function Hint({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <small class="hint">{text}</small>
}
