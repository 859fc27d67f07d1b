/** JSON with syntax colors. Secrets are masked until the user shows them. */
import { useState } from 'preact/hooks'
import { Copy } from './copy.tsx'

const secretName = /token|secret|password|private_key|access_key|api_key|authorization|cookie|certificate_key|^uri$|^key$/i
const mask = '••••••••'
const maxCharacters = 60_000
const part = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

export function Json({ value, label = 'JSON' }: { readonly value: unknown; readonly label?: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const masked = maskSecrets(value)
  const hasSecrets = masked.count > 0
  const text = JSON.stringify(isOpen ? value : masked.value, null, 2) ?? ''
  const shown = isWhole ? text : text.slice(0, maxCharacters)
  return (
    <div class="json">
      <div class="tools">
        {hasSecrets && (
          <button type="button" class="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Mask secrets' : 'Show secrets'}
          </button>
        )}
        <Copy text={text} />
      </div>
      <pre role="group" tabIndex={0} aria-label={label}>
        {colorParts(shown)}
      </pre>
      {shown.length < text.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}

function colorParts(text: string) {
  const pieces = []
  let end = 0
  for (const match of text.matchAll(part)) {
    const [whole, string, colon, word, number] = match
    pieces.push(text.slice(end, match.index))
    const kind =
      colon !== undefined ? 'name' : string !== undefined ? 'text' : word !== undefined ? 'word' : number !== undefined ? 'number' : ''
    pieces.push(
      <span key={match.index} class={kind}>
        {string ?? whole}
      </span>,
      colon ?? '',
    )
    end = match.index + whole.length
  }
  pieces.push(text.slice(end))
  return pieces
}

function maskSecrets(value: unknown): { readonly value: unknown; readonly count: number } {
  let count = 0
  const visit = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(visit)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([name, member]) => {
        if (typeof member !== 'string' || member === '' || !secretName.test(name)) return [name, visit(member)]
        count += 1
        return [name, mask]
      }),
    )
  }
  return { value: visit(value), count }
}
