import { useState } from 'preact/hooks'

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [done, setDone] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true)
      setTimeout(() => setDone(false), 1500)
    })
  return (
    <button type="button" class="small" onClick={copy}>
      {done ? 'Copied' : label}
    </button>
  )
}
