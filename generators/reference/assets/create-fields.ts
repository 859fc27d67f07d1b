/** Creates the fields of the "Try it" form, filled with the examples of the page. */
import type { FormValues, TryForm } from '../try/try-request.ts'
import { createElement } from './create-element.ts'
import { loadValue, saveValue } from './session.ts'

export interface Fields {
  readonly elements: readonly HTMLElement[]
  readonly secret: HTMLInputElement
  readonly read: () => FormValues
}

/** @param sandbox default URL of the sandbox */
export function createFields(form: TryForm, sandbox: string | undefined): Fields {
  const { base, secret: kind, body } = form
  const origin = createElement('input', { type: 'url', value: loadValue('sandbox') ?? sandbox ?? new URL(base).origin, spellcheck: false })
  const secret = createElement('input', {
    type: 'text',
    value: loadValue(kind ?? '') ?? '',
    spellcheck: false,
    autocomplete: 'off',
    placeholder: 'Read from the sandbox when you send',
  })
  // A secret is valid only in one sandbox.
  origin.addEventListener('change', () => (secret.value = ''))
  const inputs = createInputs(form)
  const example = renderBody(body?.value)
  const text = createElement('textarea', { spellcheck: false, value: example, rows: Math.min(16, example.split('\n').length + 1) })
  const optional = inputs.filter(({ required }) => !required)
  return {
    elements: [
      label('Sandbox', origin),
      ...(kind ? [label(kind === 'key' ? 'Model access key' : 'Token', secret)] : []),
      ...inputs.filter(({ required }) => required).map(({ element }) => element),
      ...(optional.length > 0 ? [createOptional(`Optional parameters (${optional.length})`, optional)] : []),
      ...(body ? [label(`Request body (${body.type})`, text)] : []),
    ],
    secret,
    read: () => {
      saveValue('sandbox', origin.value)
      if (kind) saveValue(kind, secret.value)
      const values = Object.fromEntries(inputs.map(({ name, input }) => [name, input.value]))
      return { origin: origin.value, secret: secret.value, values, body: text.value.trim() }
    },
  }
}

function createInputs({ parameters = [] }: TryForm) {
  return parameters.map(({ name, value = '', required, deprecated, in: location }) => {
    const input = createElement('input', { type: 'text', value, spellcheck: false, name })
    const marks = [...(location === 'path' ? [] : [location]), ...(deprecated ? ['deprecated'] : [])].join(', ')
    return { name, required, input, element: label(marks === '' ? name : `${name} (${marks})`, input) }
  })
}

function createOptional(title: string, inputs: ReturnType<typeof createInputs>): HTMLDetailsElement {
  return createElement('details', {}, [createElement('summary', {}, [title]), ...inputs.map(({ element }) => element)])
}

function label(title: string, field: HTMLElement): HTMLLabelElement {
  return createElement('label', {}, [title, field])
}

function renderBody(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
