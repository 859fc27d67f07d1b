/** Keyboard shortcuts: `/` opens the search, `?` the help, `g` and a letter a view. Form fields keep their keys. */
import { views } from './views.ts'

interface KeyActions {
  readonly search: () => void
  readonly help: () => void
  readonly go: (view: string) => void
}

const maxSequenceMs = 1500

export function followKeys({ search, help, go }: KeyActions): () => void {
  let prefixAt = -Infinity
  const listener = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) return
    if (event.timeStamp - prefixAt < maxSequenceMs) {
      prefixAt = -Infinity
      const view = views.find((each) => each.key === key)
      if (view) go(view.name)
      return
    }
    if (key === 'g') prefixAt = event.timeStamp
    else if (key === '/') {
      event.preventDefault()
      search()
    } else if (key === '?') help()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
