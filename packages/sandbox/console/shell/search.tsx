/** Search dialog for views, kinds, objects, operations and requests, best match first. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RequestSummary, StoredObject } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import { listKinds, loadSpecification, type Specification } from '../data/specification.ts'
import { formatObjectUrl } from '../parts/object-link.tsx'
import { nameKind } from '../views/resources/name-kind.ts'
import { Dialog } from './dialog.tsx'
import { formatUrl, goTo } from './router.ts'
import { views } from './views.ts'

interface Entry {
  readonly title: string
  readonly hint: string
  readonly address: string
  /** Additional search text. */
  readonly words?: string
}

const maxResults = 12

export function Search({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [specification, setSpecification] = useState<Specification>()
  const stored = useStored(text)
  const [at, setAt] = useState(0)
  useEffect(() => {
    void loadSpecification().then(setSpecification)
  }, [])
  const kinds = useMemo(() => (specification ? describeKinds(specification) : []), [specification])
  const operations = useMemo(() => (specification ? listOperations(specification) : []), [specification])
  const found = findEntries([...viewEntries, ...kinds, ...stored.objects, ...operations, ...stored.requests], text)
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
        placeholder="Views, kinds, objects, operations, requests …"
        value={text}
        onKeyDown={onKey}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div id="found" role="listbox" aria-label="Results">
        {found.map((entry, index) => (
          <div key={entry.address} id={`found-${index}`} role="option" aria-selected={index === at} onClick={() => open(entry)}>
            <span>{entry.title}</span> <small>{entry.hint}</small>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const viewEntries: readonly Entry[] = views.map(({ title, name }) => ({ title, hint: 'View', address: formatUrl([name]) }))

const debounceMs = 100
const maxStoredResults = 100

interface Stored {
  readonly objects: readonly Entry[]
  readonly requests: readonly Entry[]
}

const emptyResults: Stored = { objects: [], requests: [] }

/**
 * Objects and requests that contain the first word. The sandbox searches complete objects, so the caller filters by name and id; requests match
 * by URL, operation, message and id.
 */
function useStored(text: string): Stored {
  const [found, setFound] = useState(emptyResults)
  const [word = ''] = text.trim().split(/\s+/)
  useEffect(() => {
    if (word.length < 2) return setFound(emptyResults)
    let isCanceled = false
    const query = { search: word, limit: maxStoredResults }
    const timer = setTimeout(() => {
      Promise.all([control('GET /_sandbox/objects', { query }), control('GET /_sandbox/requests', { query })]).then(
        ([{ objects }, { requests }]) =>
          isCanceled || setFound({ objects: objects.map(describeEntry), requests: requests.map(describeRequest) }),
        () => undefined,
      )
    }, debounceMs)
    return () => {
      isCanceled = true
      clearTimeout(timer)
    }
  }, [word])
  return found
}

function describeRequest({ request_id: id, method, path, query, status, operation, message, at }: RequestSummary): Entry {
  return {
    title: `${method} ${path}${query}`,
    hint: `${status}, ${new Date(at).toISOString().slice(11, 19)}`,
    address: formatUrl(['requests', id]),
    words: `${operation ?? ''} ${message ?? ''} ${id}`,
  }
}

function describeEntry({ object, name }: StoredObject): Entry {
  return { title: name ?? object.id, hint: `${object.kind} ${object.id}`, address: formatObjectUrl(object) }
}

function describeKinds(specification: Specification): Entry[] {
  return listKinds(specification).map((kind) => ({
    title: nameKind(specification, kind),
    hint: kind,
    address: formatUrl(['resources', kind]),
  }))
}

function listOperations({ operations }: Specification): Entry[] {
  return Object.entries(operations).map(([id, { summary, method, path }]) => ({
    title: summary,
    hint: `${method} ${path} ${id}`,
    address: formatUrl(['resources', 'call', id]),
  }))
}

/** Entries that contain all words. Titles that start with the first word come first. */
function findEntries(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries
    .map((entry, order) => ({
      entry,
      order,
      title: entry.title.toLowerCase(),
      all: `${entry.title} ${entry.hint} ${entry.words ?? ''}`.toLowerCase(),
    }))
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .toSorted((a, b) => rank(a.title, words) - rank(b.title, words) || a.order - b.order)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

function rank(title: string, [first = '']: readonly string[]): number {
  if (title.startsWith(first)) return 0
  return title.includes(first) ? 1 : 2
}
