import { useState } from 'preact/hooks'
import { Dialog } from '../shell/dialog.tsx'

interface Props {
  readonly label: string
  /** Accessible name, if several buttons have the same label. */
  readonly name?: string
  /** Consequence of the action, as a sentence. */
  readonly message: string
  readonly isSmall?: boolean
  readonly isDisabled?: boolean
  readonly onConfirm: () => void
}

/** Button that asks before it loses data. */
export function ConfirmButton({ label, name = label, message, isSmall = false, isDisabled = false, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        class={`danger ${isSmall ? 'small' : ''}`}
        aria-label={name}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog title={`${name}?`} onClose={close}>
          <h2>{name}?</h2>
          <p>{message}</p>
          <div class="actions">
            <button
              type="button"
              class="main danger"
              onClick={() => {
                close()
                onConfirm()
              }}
            >
              {label}
            </button>
            <button type="button" onClick={close}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
