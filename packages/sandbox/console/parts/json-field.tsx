import { useState } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly rows: number
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Text area for JSON. Invalid JSON changes nothing, an empty text omits the value. */
export function JsonField({ label, rows, value, onChange }: Props) {
  const [text, setText] = useState(() =>
    value === undefined || typeof value === 'string' ? (value ?? '') : JSON.stringify(value, null, 2),
  )
  const [problem, setProblem] = useState('')
  const change = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next))
      setProblem('')
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <>
      <textarea
        class="code"
        rows={rows}
        aria-label={label}
        spellcheck={false}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {problem !== '' && <em>{problem}</em>}
    </>
  )
}
