/** The search dialog. */
import { createFinder, type Find } from '../search/create-finder.ts'
import type { SearchEntry, SearchIndex } from '../search/entry.ts'
import { make } from './make.ts'

const maxResults = 12
const base = new URL(document.documentElement.dataset['root'] || './', location.href)

const input = make('input', {
  type: 'search',
  autocomplete: 'off',
  spellcheck: false,
  placeholder: 'resize droplet, POST /v2/volumes, size_gigabytes …',
})
const results = make('ul', { id: 'found', role: 'listbox', ariaLabel: 'Found' })
const message = make('p', { role: 'status' })
const dialog = make('dialog', { className: 'finder', ariaLabel: 'Search the reference' }, [input, message, results])
for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'found', 'aria-label': 'Search' }))
  input.setAttribute(name, value)
document.body.append(dialog)

let find: Find | undefined
let chosen = 0

let making: Promise<void> | undefined

addEventListener('search', () => {
  making ??= makeFinder()
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
  if (step !== undefined && count > 0) choose((chosen + step + count) % count)
  // By itself it would only empty the field.
  else if (event.key === 'Escape') dialog.close()
  else if (event.key === 'Enter') results.children[chosen]?.querySelector('a')?.click()
  else return
  event.preventDefault()
})

async function makeFinder(): Promise<void> {
  const { index = '' } = document.querySelector<HTMLElement>('[data-opens=search]')?.dataset ?? {}
  try {
    // It follows the pages, not this script: what a browser has kept of it is good only if it is still that.
    find = await createFinder((await (await fetch(index, { cache: 'no-cache' })).json()) as SearchIndex)
    show()
  } catch {
    making = undefined
    message.textContent = 'The list of pages could not be read. Close this and search again.'
  }
}

function show(): void {
  const query = input.value.trim()
  const found = query === '' ? [] : (find?.(query).slice(0, maxResults) ?? [])
  results.replaceChildren(...found.map(writeResult))
  message.textContent =
    query === ''
      ? 'Operations, paths, fields, schemas, errors and guides.'
      : find && found.length === 0
        ? `Nothing is like “${query}”.`
        : ''
  choose(0)
}

function choose(index: number): void {
  chosen = index
  const options = results.querySelectorAll('a')
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index))
  const option = options[index]
  if (!option) return void input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function writeResult(entry: SearchEntry, index: number): HTMLLIElement {
  const link = make('a', { id: `found-${index}`, role: 'option', href: new URL(`${entry.address}.html`, base).href, tabIndex: -1 }, [
    make('b', {}, [entry.title]),
    make('span', { className: 'type' }, [[nameKind(entry), entry.where].filter((part) => part !== '').join(' · ')]),
    ...(entry.path === undefined ? [] : [make('code', {}, [`${entry.method?.toUpperCase()} ${entry.path}`])]),
    make('span', { className: 'says' }, [entry.says]),
  ])
  // A link to another place of this page leaves the dialog open.
  link.addEventListener('click', () => dialog.close())
  return make('li', { role: 'none' }, [link])
}

function nameKind({ kind }: SearchEntry): string {
  return { operation: 'Operation', schema: 'Schema', family: 'Family', api: 'API', guide: 'Guide', list: 'List', home: 'Page' }[kind]
}
