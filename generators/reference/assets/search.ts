/** The search dialog. */
import { createFinder, type Find } from '../search/create-finder.ts'
import type { SearchEntry, SearchIndex } from '../search/entry.ts'
import { createElement } from './create-element.ts'

const maxResults = 12
const base = new URL(document.documentElement.dataset['root'] || './', location.href)

const input = createElement('input', {
  type: 'search',
  autocomplete: 'off',
  spellcheck: false,
  placeholder: 'resize droplet, POST /v2/volumes, size_gigabytes …',
})
const results = createElement('ul', { id: 'found', role: 'listbox', ariaLabel: 'Search results' })
const message = createElement('p', { role: 'status' })
const dialog = createElement('dialog', { className: 'finder', ariaLabel: 'Search the reference' }, [input, message, results])
for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'found', 'aria-label': 'Search' }))
  input.setAttribute(name, value)
document.body.append(dialog)

let find: Find | undefined
let selected = 0

let loading: Promise<void> | undefined

addEventListener('search', () => {
  loading ??= loadFinder()
  if (!dialog.open) dialog.showModal()
  input.select()
  show()
})
input.addEventListener('input', show)
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
dialog.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const count = results.children.length
  if (step !== undefined && count > 0) choose((selected + step + count) % count)
  // The default action only clears the field.
  else if (event.key === 'Escape') dialog.close()
  else if (event.key === 'Enter') results.children[selected]?.querySelector('a')?.click()
  else return
  event.preventDefault()
})

async function loadFinder(): Promise<void> {
  const { index = '' } = document.querySelector<HTMLElement>('[data-opens=search]')?.dataset ?? {}
  try {
    // The index changes with the pages, not with this script, so a cached copy is revalidated.
    find = await createFinder((await (await fetch(index, { cache: 'no-cache' })).json()) as SearchIndex)
    show()
  } catch {
    loading = undefined
    message.textContent = 'The search index could not be loaded. Close the dialog and search again.'
  }
}

function show(): void {
  const query = input.value.trim()
  const found = query === '' ? [] : (find?.(query).slice(0, maxResults) ?? [])
  results.replaceChildren(...found.map(createResult))
  message.textContent =
    query === '' ? 'Operations, paths, fields, schemas, errors and guides.' : find && found.length === 0 ? `No results for “${query}”.` : ''
  choose(0)
}

function choose(index: number): void {
  selected = index
  const options = results.querySelectorAll('a')
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index))
  const option = options[index]
  if (!option) return void input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function createResult(entry: SearchEntry, index: number): HTMLLIElement {
  const link = createElement(
    'a',
    { id: `found-${index}`, role: 'option', href: new URL(`${entry.address}.html`, base).href, tabIndex: -1 },
    [
      createElement('b', {}, [entry.title]),
      createElement('span', { className: 'type' }, [[nameKind(entry), entry.breadcrumb].filter((part) => part !== '').join(' · ')]),
      ...(entry.path === undefined ? [] : [createElement('code', {}, [`${entry.method?.toUpperCase()} ${entry.path}`])]),
      createElement('span', { className: 'description' }, [entry.summary]),
    ],
  )
  // A link within the page does not close the dialog.
  link.addEventListener('click', () => dialog.close())
  return createElement('li', { role: 'none' }, [link])
}

function nameKind({ kind }: SearchEntry): string {
  return { operation: 'Operation', schema: 'Schema', family: 'Family', api: 'API', guide: 'Guide', list: 'List', home: 'Page' }[kind]
}
