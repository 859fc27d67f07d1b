/** Over views, kinds, objects and operations, best first. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { StoredObject } from '../../src/generated/controls.ts'
import { control } from '../data/ask.ts'
import { loadSpecification, type Specification } from '../data/specification.ts'
import { addressOfObject } from '../parts/object-link.tsx'
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
  const [specification, setSpecification] = useState<Specification>()
  const objects = useObjects(text)
  const [at, setAt] = useState(0)
  useEffect(() => {
    void loadSpecification().then(setSpecification)
  }, [])
  const kinds = useMemo(() => (specification ? listKinds(specification) : []), [specification])
  const operations = useMemo(() => (specification ? listOperations(specification) : []), [specification])
  const found = findEntries([...viewEntries, ...kinds, ...objects, ...operations], text)
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
        placeholder="Views, kinds, objects, operations …"
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

const patience = 100
const mostObjects = 100

/** Those whose name or id has the first word in it; the sandbox looks through whole values, of which most say it elsewhere. */
function useObjects(text: string): readonly Entry[] {
  const [found, setFound] = useState<readonly Entry[]>([])
  const [word = ''] = text.trim().split(/\s+/)
  useEffect(() => {
    if (word.length < 2) return setFound([])
    let isGone = false
    const timer = setTimeout(() => {
      control('GET /_sandbox/objects', { query: { search: word, limit: mostObjects } }).then(
        ({ objects }) => isGone || setFound(objects.map(describeEntry)),
        () => undefined,
      )
    }, patience)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [word])
  return found
}

function describeEntry({ object, name }: StoredObject): Entry {
  return { title: name ?? object.id, hint: `${object.kind} ${object.id}`, address: addressOfObject(object) }
}

function listKinds({ kinds, operations, families }: Specification): Entry[] {
  const listed = Object.values(operations).flatMap(({ does, kind, path }) =>
    does === 'lists' && !path.includes('{') && kind ? [kind] : [],
  )
  return [...new Set(listed)].map((kind) => ({
    title: nameKind({ kinds, families }, kind),
    hint: kind,
    address: addressOf(['resources', kind]),
  }))
}

function listOperations({ operations }: Specification): Entry[] {
  return Object.entries(operations).map(([id, { summary, method, path }]) => ({
    title: summary,
    hint: `${method} ${path} ${id}`,
    address: addressOf(['resources', 'call', id]),
  }))
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
