/** `/` searches, `?` helps, `g` and a letter goes to a view. What is typed into a field is text. */
import { views } from './views.ts'

interface Deeds {
  readonly search: () => void
  readonly help: () => void
  readonly go: (view: string) => void
}

const patience = 1500

export function followKeys({ search, help, go }: Deeds): () => void {
  let wentAt = -Infinity
  const listener = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) return
    if (event.timeStamp - wentAt < patience) {
      wentAt = -Infinity
      const view = views.find((each) => each.key === key)
      if (view) go(view.name)
      return
    }
    if (key === 'g') wentAt = event.timeStamp
    else if (key === '/') {
      event.preventDefault()
      search()
    } else if (key === '?') help()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
