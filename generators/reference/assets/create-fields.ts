/** The fields of the panel, filled with the examples of the page. */
import type { Filled, TryForm } from '../try/try-request.ts'
import { make } from './make.ts'
import { keep, kept } from './session.ts'

export interface Fields {
  readonly elements: readonly HTMLElement[]
  readonly takes?: HTMLButtonElement
  readonly secret: HTMLInputElement
  readonly read: () => Filled
}

export function createFields(form: TryForm): Fields {
  const { base, secret: kind, body } = form
  const origin = make('input', { type: 'url', value: kept('sandbox') ?? new URL(base).origin, spellcheck: false })
  const secret = make('input', { type: 'text', value: kept(kind ?? '') ?? '', spellcheck: false, autocomplete: 'off' })
  const takes = make('button', { type: 'button', textContent: 'Take it from the sandbox' })
  const inputs = createInputs(form)
  const filled = renderBody(body?.value)
  const text = make('textarea', { spellcheck: false, value: filled, rows: Math.min(16, filled.split('\n').length + 1) })
  const optional = inputs.filter(({ required }) => !required)
  return {
    elements: [
      label('Sandbox', origin),
      ...(kind ? [label(kind === 'key' ? 'Model access key' : 'Token', secret), make('p', {}, [takes])] : []),
      ...inputs.filter(({ required }) => required).map(({ element }) => element),
      ...(optional.length > 0 ? [fold(`What may be sent besides (${optional.length})`, optional)] : []),
      ...(body ? [label(`Body (${body.type})`, text)] : []),
    ],
    ...(kind && { takes }),
    secret,
    read: () => {
      keep('sandbox', origin.value)
      if (kind) keep(kind, secret.value)
      const values = Object.fromEntries(inputs.map(({ name, input }) => [name, input.value]))
      return { origin: origin.value, secret: secret.value, values, body: text.value.trim() }
    },
  }
}

function createInputs({ parameters = [] }: TryForm) {
  return parameters.map(({ name, value = '', required, deprecated, in: place }) => {
    const input = make('input', { type: 'text', value, spellcheck: false, name })
    const marks = [...(place === 'path' ? [] : [place]), ...(deprecated ? ['deprecated'] : [])].join(', ')
    return { name, required, input, element: label(marks === '' ? name : `${name} (${marks})`, input) }
  })
}

function fold(title: string, inputs: ReturnType<typeof createInputs>): HTMLDetailsElement {
  return make('details', {}, [make('summary', {}, [title]), ...inputs.map(({ element }) => element)])
}

function label(title: string, field: HTMLElement): HTMLLabelElement {
  return make('label', {}, [title, field])
}

function renderBody(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
