import { useState } from 'preact/hooks'
import { Copy } from './copy.tsx'

export function Secret({ text, label }: { readonly text: string; readonly label: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span class="secret">
      <code>{isOpen ? text : '••••••••••••'}</code>
      <button type="button" class="small" aria-label={`${isOpen ? 'Mask' : 'Show'} ${label}`} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Mask' : 'Show'}
      </button>
      <Copy text={text} label="Copy" />
    </span>
  )
}
