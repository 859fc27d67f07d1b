import { lastChange } from '../data/undo.ts'
import { useTask } from '../data/use-task.ts'
import { useValue } from '../data/observable.ts'

/** Message about the latest change of the whole state, with a button that undoes it. */
export function UndoBar() {
  const change = useValue(lastChange)
  const { run, isBusy, error } = useTask()
  return (
    <div class="undo" role="status" hidden={!change}>
      {error?.message ?? change?.title}{' '}
      {change?.undo && (
        <button type="button" class="small" disabled={isBusy} onClick={() => run(change.undo ?? Promise.resolve)}>
          Undo
        </button>
      )}
      <button type="button" class="small" aria-label="Close message" onClick={() => lastChange.set(undefined)}>
        ×
      </button>
    </div>
  )
}
