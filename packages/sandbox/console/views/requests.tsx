/** Request log with live updates. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RequestSummary } from '../../src/generated/controls.ts'
import { control, openControl } from '../data/requests.ts'
import { listen } from '../data/live.ts'
import { useTask } from '../data/use-task.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { saveFile } from '../parts/save-file.ts'
import { State } from '../parts/state.tsx'
import { VirtualRows } from '../parts/virtual-rows.tsx'
import { formatUrl, useRoute } from '../shell/router.ts'
import { RequestPage } from './requests/request-page.tsx'

export function View() {
  const { steps } = useRoute()
  const [, id] = steps
  return id === undefined ? <Log /> : <RequestPage key={id} id={id} />
}

/** Maximum length of the list in the browser. */
const maxRequests = 2000

function useRequests(isPaused: boolean) {
  const [requests, setRequests] = useState<readonly RequestSummary[]>([])
  const { run, error } = useTask()
  useEffect(() => {
    run(async () => {
      const page = await control('GET /_sandbox/requests', { query: { limit: 1000 } })
      setRequests((known) => mergeRequests(known, page.requests))
    })
  }, [])
  useEffect(() => {
    if (isPaused) return undefined
    let pendingRequests: RequestSummary[] = []
    let frame = 0
    const show = () => {
      frame = 0
      const incoming = pendingRequests
      pendingRequests = []
      setRequests((known) => mergeRequests(incoming, known))
    }
    const stop = listen('request', (data) => {
      pendingRequests.push(data as RequestSummary)
      frame ||= requestAnimationFrame(show)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [isPaused])
  const clear = () =>
    run(async () => {
      await control('DELETE /_sandbox/requests')
      setRequests([])
    })
  return { requests, error, clear }
}

/** Merges two lists without duplicates, newest first. */
function mergeRequests(one: readonly RequestSummary[], other: readonly RequestSummary[]): readonly RequestSummary[] {
  const all = new Map([...one, ...other].map((request) => [request.request_id, request]))
  return [...all.values()].toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0)).slice(0, maxRequests)
}

interface Filter {
  readonly text: string
  readonly status: string
  readonly caller: string
}

function Log() {
  const [isPaused, setPaused] = useState(false)
  const [filter, setFilter] = useState<Filter>({ text: '', status: '', caller: '' })
  const { requests, error, clear } = useRequests(isPaused)
  const found = useMemo(() => requests.filter((request) => matchesFilter(request, filter)), [requests, filter])
  const callers = [...new Set(requests.flatMap(({ caller }) => (caller ? [`${caller.account} ${caller.kind}`] : [])))].toSorted()
  return (
    <>
      <div class="head">
        <h1>Requests</h1>
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <ConfirmButton
          label="Clear log"
          message="All logged requests are deleted. Export them as HAR first to keep them."
          isDisabled={requests.length === 0}
          onConfirm={clear}
        />
        <button type="button" onClick={() => void saveHar()}>
          Export HAR
        </button>
      </div>
      <FilterLine filter={filter} callers={callers} count={found.length} onChange={setFilter} />
      <Failed error={error} />
      {found.length === 0 ? (
        <p class="none">
          {requests.length === 0
            ? 'No requests yet. Send one to the base URL in the overview: it appears here at once.'
            : 'No request matches the filter.'}
        </p>
      ) : (
        <VirtualRows
          label="Requests"
          layout="requests"
          columns={['Status', 'Request', 'Operation', 'Account', 'Changes', 'Duration', 'Time']}
          count={found.length}
          renderRow={(index) => renderCells(found[index])}
        />
      )}
    </>
  )
}

interface FilterProps {
  readonly filter: Filter
  readonly callers: readonly string[]
  readonly count: number
  readonly onChange: (filter: Filter) => void
}

function FilterLine({ filter, callers, count, onChange }: FilterProps) {
  return (
    <div class="filter">
      <input
        type="search"
        aria-label="Filter"
        placeholder="Method, path, operation, family …"
        value={filter.text}
        onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <select aria-label="Status" value={filter.status} onChange={(event) => onChange({ ...filter, status: event.currentTarget.value })}>
        <option value="">All statuses</option>
        {['2', '3', '4', '5'].map((digit) => (
          <option key={digit} value={digit}>
            {digit}xx
          </option>
        ))}
      </select>
      <select aria-label="Caller" value={filter.caller} onChange={(event) => onChange({ ...filter, caller: event.currentTarget.value })}>
        <option value="">All callers</option>
        {callers.map((caller) => (
          <option key={caller}>{caller}</option>
        ))}
      </select>
      <span role="status">{count.toLocaleString('en')}</span>
    </div>
  )
}

function matchesFilter(request: RequestSummary, { text, status, caller }: Filter): boolean {
  if (status !== '' && !String(request.status).startsWith(status)) return false
  if (caller !== '' && `${request.caller?.account ?? ''} ${request.caller?.kind ?? ''}` !== caller) return false
  const all =
    `${request.method} ${request.path} ${request.operation ?? ''} ${request.family ?? ''} ${request.status} ${request.message ?? ''}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

function renderCells(request: RequestSummary | undefined) {
  if (!request) return ['…']
  const { request_id: id, status, method, path, operation, caller, changes = 0, duration_ms: duration = 0, at, fault, message } = request
  return [
    <State key="status" text={String(status)} />,
    <a key="path" href={formatUrl(['requests', id])} title={message ?? path}>
      <b>{method}</b> {path}
    </a>,
    <span key="operation">{`${operation ?? ''}${fault ? ' · fault' : ''}`}</span>,
    caller ? caller.account : 'anonymous',
    changes > 0 ? String(changes) : '',
    `${duration.toFixed(1)} ms`,
    new Date(at).toISOString().slice(11, 19),
  ]
}

async function saveHar(): Promise<void> {
  const response = await openControl('requests.har')
  saveFile('sandbox.har', await response.blob())
}
