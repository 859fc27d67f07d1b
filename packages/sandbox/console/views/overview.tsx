/** Landing page: how to connect, errors, actions in progress, next jobs and the latest requests. */
import type { Info, Job, RateLimitUsage, RequestSummary } from '../../src/generated/controls.ts'
import { control, getApi, requestInfo } from '../data/requests.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Copy } from '../parts/copy.tsx'
import { Failed } from '../parts/failed.tsx'
import { JobList } from '../parts/job-list.tsx'
import { Rows } from '../parts/rows.tsx'
import { Secret } from '../parts/secret.tsx'
import { State } from '../parts/state.tsx'
import { formatUrl } from '../shell/router.ts'

const maxRequests = 1000
const maxRows = 6

export function View() {
  const info = useLoaded(requestInfo, [])
  const requests = useLoaded(() => control('GET /_sandbox/requests', { query: { limit: maxRequests } }), [])
  const jobs = useLoaded(() => control('GET /_sandbox/jobs', { query: { limit: 100 } }), [])
  useLive(['request'], requests.reload, 1000)
  useLive(['job', 'clock', 'action', 'change'], jobs.reload, 500)
  return (
    <>
      <div class="head">
        <h1>Overview</h1>
      </div>
      <Failed error={info.error ?? requests.error ?? jobs.error} />
      <div class="columns">
        {info.value && <Connection info={info.value} />}
        {info.value && <Facts info={info.value} />}
        {requests.value && <Errors requests={requests.value.requests} />}
        {jobs.value && <Jobs jobs={jobs.value.jobs} total={jobs.value.total} />}
        {requests.value && <Latest requests={requests.value.requests} />}
      </div>
    </>
  )
}

function Connection({ info: { base_url: url, tokens, environment, services } }: { readonly info: Info }) {
  const variables = Object.entries(environment)
    .map(([name, text]) => `export ${name}=${text}`)
    .join('\n')
  const rows = [
    ['Base URL', <Address key="url" url={url} />],
    ['Token', <Secret key="token" label="Full-access token" text={tokens.full} />],
    ...services.flatMap(({ name, urls }) =>
      Object.entries(urls).map(
        ([port, address]) => [name === port ? name : `${name} (${port})`, <Address key={port} url={address} />] as const,
      ),
    ),
  ] as const
  const request = `curl -H "Authorization: Bearer ${tokens.full}" ${url}/v2/account`
  return (
    <section class="card">
      <h2>Connect</h2>
      <Rows rows={rows} />
      <div class="actions">
        <Copy text={request} label="Copy a curl request" />
        <Copy text={variables} label="Copy environment variables" />
        <a href="#/settings">All credentials</a>
      </div>
    </section>
  )
}

function Address({ url }: { readonly url: string }) {
  return (
    <span class="secret">
      <code>{url}</code> <Copy text={url} />
    </span>
  )
}

interface Balance {
  readonly month_to_date_usage?: string
}

function Facts({ info }: { readonly info: Info }) {
  const kinds = useLoaded(() => control('GET /_sandbox/kinds'), [])
  const rates = useLoaded(() => control('GET /_sandbox/rate-limits'), [])
  const balance = useLoaded(() => getApi<Balance>('/v2/customers/my/balance'), [])
  useLive(['change', 'action', 'clock'], kinds.reload, 1000)
  useLive(['change', 'action', 'clock'], balance.reload, 1000)
  useLive(['request', 'clock'], rates.reload, 2000)
  const count = kinds.value?.kinds.reduce((sum, kind) => sum + kind.count, 0)
  const usage = balance.value?.month_to_date_usage
  const facts = [
    ['Seed data', info.world],
    ['State', info.state ?? 'in memory'],
    ['Resources', count === undefined ? '…' : <a href="#/resources">{count.toLocaleString('en')}</a>],
    [
      'Costs this month',
      usage === undefined ? (
        '…'
      ) : (
        <a href="#/resources/call/billing_balance_get">${Number(usage).toLocaleString('en', { minimumFractionDigits: 2 })}</a>
      ),
    ],
    [
      'Rate limits',
      `${{ on: 'enforced', report: 'only reported', off: 'off' }[info.rate_limits]}${rates.value ? describeLowest(rates.value.tokens) : ''}`,
    ],
    ['Action duration', info.action_seconds === null ? 'as on the platform' : `${info.action_seconds} s`],
  ] as const
  return (
    <section class="card">
      <h2>Sandbox</h2>
      <Rows rows={facts} />
    </section>
  )
}

/** Rate limit of which the smallest part is left, over all tokens. */
function describeLowest(tokens: readonly RateLimitUsage[]): string {
  const limits = tokens.flatMap((token) => token.limits)
  const [lowest] = limits
    .filter(({ remaining, limit }) => remaining < limit)
    .toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit)
  return lowest
    ? `, ${lowest.remaining.toLocaleString('en')} of ${lowest.limit.toLocaleString('en')} left (${lowest.name.replaceAll('_', ' ')})`
    : ''
}

interface ErrorGroup {
  readonly latest: RequestSummary
  readonly count: number
}

/** Groups failed requests by operation, status and message, the latest first. */
function groupErrors(requests: readonly RequestSummary[]): readonly ErrorGroup[] {
  const failedRequests = requests.filter(({ status }) => status >= 400)
  const groups = Map.groupBy(
    failedRequests,
    ({ method, path, operation, status, message }) => `${operation ?? `${method} ${path}`} ${status} ${message}`,
  )
  return [...groups.values()].flatMap(([latest, ...others]) => (latest ? [{ latest, count: others.length + 1 }] : []))
}

function Errors({ requests }: { readonly requests: readonly RequestSummary[] }) {
  const groups = groupErrors(requests)
  return (
    <section class="card">
      <h2>Errors</h2>
      {groups.length === 0 && <p class="none">No failed requests. Errors of your program appear here, grouped by operation and message.</p>}
      <ul class="list">
        {groups.slice(0, maxRows).map(({ latest, count }) => (
          <li key={latest.request_id}>
            <State text={String(latest.status)} />
            <span>
              <a href={formatUrl(['requests', latest.request_id])}>{latest.operation ?? `${latest.method} ${latest.path}`}</a>
              <br />
              <small>{latest.message}</small>
            </span>
            <b>{count} ×</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Jobs that end an action or a change of state. */
function isInProgress({ name }: Job): boolean {
  return name === 'actions.complete' || name === 'engine.transition'
}

function Jobs({ jobs, total }: { readonly jobs: readonly Job[]; readonly total: number }) {
  const inProgress = jobs.filter(isInProgress)
  const others = jobs.filter((job) => !isInProgress(job))
  return (
    <section class="card">
      <h2>In progress</h2>
      {inProgress.length === 0 ? (
        <p class="none">No actions in progress. Create a resource to see what is left of its actions.</p>
      ) : (
        <JobList jobs={inProgress.slice(0, maxRows)} />
      )}
      <h2>Next events</h2>
      {others.length === 0 ? <p class="none">No scheduled events.</p> : <JobList jobs={others.slice(0, maxRows)} />}
      <a href="#/clock">{total === 0 ? 'Move the clock' : `Move the clock to run all ${total} jobs`}</a>
    </section>
  )
}

function Latest({ requests }: { readonly requests: readonly RequestSummary[] }) {
  return (
    <section class="card">
      <h2>Latest requests</h2>
      {requests.length === 0 && <p class="none">No requests yet. Send one to the base URL above.</p>}
      <ul class="list">
        {requests.slice(0, maxRows).map(({ request_id: id, status, method, path, at }) => (
          <li key={id}>
            <State text={String(status)} />
            <a href={formatUrl(['requests', id])}>
              <b>{method}</b> {path}
            </a>
            <time>{new Date(at).toISOString().slice(11, 19)}</time>
          </li>
        ))}
      </ul>
      {requests.length > maxRows && <a href="#/requests">All requests</a>}
    </section>
  )
}
