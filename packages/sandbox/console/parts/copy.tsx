import { useState } from 'preact/hooks'

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </button>
  )
}
