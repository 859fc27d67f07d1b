/** JSON with syntax colors. Secrets are masked until the user shows them. */
import { useState } from 'preact/hooks'
import { createConsoleMask } from './create-console-mask.ts'
import { Copy } from './copy.tsx'

const maxCharacters = 60_000
const part = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

interface Props {
  readonly value: unknown
  readonly label?: string
  /** Name of the property of a response that contains the value. */
  readonly parent?: string | undefined
}

export function Json({ value, label = 'JSON', parent = '' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const masked = maskSecrets(value, parent)
  const hasSecrets = masked.count > 0
  const text = JSON.stringify(isOpen ? value : masked.value, null, 2) ?? ''
  const visibleText = isWhole ? text : text.slice(0, maxCharacters)
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
        {colorParts(visibleText)}
      </pre>
      {visibleText.length < text.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}

function colorParts(text: string) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(part)) {
    const [matchText, string, colon, word, number] = match
    parts.push(text.slice(end, match.index))
    const kind =
      colon !== undefined ? 'name' : string !== undefined ? 'text' : word !== undefined ? 'word' : number !== undefined ? 'number' : ''
    parts.push(
      <span key={match.index} class={kind}>
        {string ?? matchText}
      </span>,
      colon ?? '',
    )
    end = match.index + matchText.length
  }
  parts.push(text.slice(end))
  return parts
}

function maskSecrets(value: unknown, parent: string): { readonly value: unknown; readonly count: number } {
  let count = 0
  const mask = createConsoleMask(() => (count += 1))
  return { value: mask.value(value, parent), count }
}
