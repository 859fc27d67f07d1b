import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** The browser's own: it holds the focus, and Escape closes it where it may be closed. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => (onClose ? undefined : event.preventDefault())}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div class="inside">{children}</div>
    </dialog>
  )
}
