import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** Modal dialog of the browser, which traps the focus. Escape closes it if it has `onClose`. */
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
