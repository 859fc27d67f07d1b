/** Over views, kinds of objects and operations, best first. */
import { useEffect, useState } from 'preact/hooks'
import { loadSpecification, type Specification } from '../data/specification.ts'
import { nameKind } from '../views/resources/name-kind.ts'
import { Dialog } from './dialog.tsx'
import { addressOf, goTo } from './router.ts'
import { views } from './views.ts'

interface Entry {
  readonly title: string
  readonly hint: string
  readonly address: string
}

const most = 12

export function Search({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [entries, setEntries] = useState<readonly Entry[]>(viewEntries)
  const [at, setAt] = useState(0)
  useEffect(() => {
    void loadSpecification().then((specification) => setEntries([...viewEntries, ...listEntries(specification)]))
  }, [])
  const found = findEntries(entries, text)
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    goTo(entry.address)
    onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(found[at])
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        list={undefined}
        aria-label="Search"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found[at] && `found-${at}`}
        placeholder="Views, kinds, operations …"
        value={text}
        onKeyDown={onKey}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div id="found" role="listbox" aria-label="Found">
        {found.map((entry, index) => (
          <div key={entry.address} id={`found-${index}`} role="option" aria-selected={index === at} onClick={() => open(entry)}>
            <span>{entry.title}</span> <small>{entry.hint}</small>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const viewEntries: readonly Entry[] = views.map(({ title, name, key }) => ({ title, hint: `g ${key}`, address: addressOf([name]) }))

function listEntries({ kinds, operations, families }: Specification): Entry[] {
  const listed = Object.values(operations).flatMap(({ does, kind, path }) =>
    does === 'lists' && !path.includes('{') && kind ? [kind] : [],
  )
  return [
    ...[...new Set(listed)].map((kind) => ({
      title: nameKind({ kinds, families }, kind),
      hint: kind,
      address: addressOf(['resources', kind]),
    })),
    ...Object.entries(operations).map(([id, { summary, method, path }]) => ({
      title: summary,
      hint: `${method} ${path} ${id}`,
      address: addressOf(['resources', 'call', id]),
    })),
  ]
}

/** All words must be there; what begins with the first one comes before what only holds it. */
function findEntries(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries
    .map((entry, order) => ({ entry, order, title: entry.title.toLowerCase(), all: `${entry.title} ${entry.hint}`.toLowerCase() }))
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .toSorted((a, b) => rank(a.title, words) - rank(b.title, words) || a.order - b.order)
    .slice(0, most)
    .map(({ entry }) => entry)
}

function rank(title: string, [first = '']: readonly string[]): number {
  if (title.startsWith(first)) return 0
  return title.includes(first) ? 1 : 2
}
