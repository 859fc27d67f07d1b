/** Frame of every view: navigation, search and the control token dialog. */
import type { FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { activeFaults } from '../data/faults.ts'
import { isConnected } from '../data/live.ts'
import { useValue } from '../data/observable.ts'
import { requestInfo } from '../data/requests.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { ClockReading } from '../parts/clock-reading.tsx'
import { ErrorBoundary } from '../parts/error-boundary.tsx'
import { formatUrl, useRoute } from './router.ts'
import { Search } from './search.tsx'
import { nextTheme, parseTheme, setTheme } from './theme.ts'
import { TokenDialog } from './token-dialog.tsx'
import { UndoBar } from './undo-bar.tsx'
import { views, type View } from './views.ts'

export function App() {
  const { steps } = useRoute()
  const [isSearching, setSearching] = useState(false)
  const current: View = views.find(({ name }) => name === steps[0]) ?? views[0]
  useEffect(() => followSlash(() => setSearching(true)), [])
  useEffect(() => {
    document.title = `${current.title} · Spindrift sandbox`
  }, [current])
  return (
    <>
      <Header onSearch={() => setSearching(true)} />
      <Navigation current={current.name} />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary key={location.hash}>
          <Loader key={current.name} view={current} />
        </ErrorBoundary>
      </main>
      {isSearching && <Search onClose={() => setSearching(false)} />}
      <UndoBar />
      <TokenDialog />
    </>
  )
}

/** Opens the search with `/`, except in form fields. */
function followSlash(search: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    const { target, key } = event
    if (key !== '/' || (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) return
    event.preventDefault()
    search()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}

function skipToMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Header({ onSearch }: { readonly onSearch: () => void }) {
  const [theme, choose] = useState(parseTheme())
  const connected = useValue(isConnected)
  const switchTheme = () => {
    const next = nextTheme(theme)
    setTheme(next)
    choose(next)
  }
  return (
    <header class="top">
      <a class="skip" href="#/" onClick={skipToMain}>
        Skip to content
      </a>
      <a class="brand" href="#/">
        Spindrift <span>sandbox</span>
      </a>
      <button type="button" class="find" onClick={onSearch}>
        Search <kbd>/</kbd>
      </button>
      <FaultBadge />
      <ClockReading />
      <span class={connected ? 'live on' : 'live'} role="status">
        {connected ? 'live' : 'disconnected'}
      </span>
      <button type="button" onClick={switchTheme} aria-label={`Theme: ${theme}`} title={`Theme: ${theme}`}>
        {{ auto: '◐', light: '☀', dark: '☾' }[theme]}
      </button>
    </header>
  )
}

function FaultBadge() {
  const { length } = useValue(activeFaults)
  if (length === 0) return null
  return (
    <a class="state bad" href="#/faults">
      {length === 1 ? '1 fault' : `${length} faults`}
    </a>
  )
}

function Navigation({ current }: { readonly current: string }) {
  const nav = useRef<HTMLElement>(null)
  const services = useLoaded(requestInfo, []).value?.services ?? []
  // On a phone the navigation is wider than the screen.
  useEffect(() => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current])
  const visible = views.filter(({ service }) => service === undefined || services.some(({ name }) => name === service))
  return (
    <nav aria-label="Views" ref={nav}>
      <ul>
        {visible.map(({ name, title }) => (
          <li key={name}>
            <a href={formatUrl([name])} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Loads the code of a view; all views except the first share one chunk. */
function Loader({ view }: { readonly view: View }) {
  const [Loaded, setLoaded] = useState<{ readonly View: FunctionComponent }>()
  const [error, setError] = useState<unknown>()
  const isUnmounted = useRef(false)
  useEffect(() => {
    view.load().then(
      (module) => isUnmounted.current || setLoaded(module),
      (reason: unknown) => setError(reason),
    )
    return () => {
      isUnmounted.current = true
    }
  }, [view])
  if (error !== undefined) throw error
  return Loaded ? <Loaded.View /> : null
}
