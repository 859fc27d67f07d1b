/** Rate limits of every token and resource limits of the account. */
import { useState } from 'preact/hooks'
import type { RateLimitUsage } from '../../src/generated/controls.ts'
import { control } from '../data/requests.ts'
import { useTask } from '../data/use-task.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { renderSpan } from '../parts/age.ts'
import { capitalize } from '../parts/capitalize.ts'
import { Failed } from '../parts/failed.tsx'

export function View() {
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/rate-limits'), [])
  const { run, error: failure } = useTask()
  useLive(['request', 'clock'], reload, 1000)
  const set = (token: string, name: string, to: 'exhausted' | 'full') =>
    run(async () => {
      await control('POST /_sandbox/rate-limits', { body: { token, name, to } })
      reload()
    })
  return (
    <>
      <div class="head">
        <h1>Limits</h1>
      </div>
      <Failed error={error ?? failure} />
      {value?.mode === 'off' && <p class="none">Rate limits are off. Start the sandbox with --rate-limits on to enforce them.</p>}
      {value?.mode === 'report' && (
        <p class="none">Rate limits are only reported in headers. Start the sandbox with --rate-limits on to enforce them.</p>
      )}
      <h2>Rate limits</h2>
      <div class="grid">
        {value?.tokens.map((token) => (
          <Token key={token.token} token={token} onSet={set} />
        ))}
      </div>
      <ResourceLimits />
    </>
  )
}

function formatName(name: string): string {
  return capitalize(name.replaceAll('_', ' '))
}

interface TokenProps {
  readonly token: RateLimitUsage
  readonly onSet: (token: string, name: string, to: 'exhausted' | 'full') => void
}

function Token({ token: { token, kind, account, limits }, onSet }: TokenProps) {
  return (
    <section class="card">
      <h2>{account}</h2>
      <small title={token}>{`${capitalize(kind)} token ${token.slice(0, 8)}`}</small>
      {limits.map(({ name, limit, remaining, seconds }) => (
        <div key={name} class="rate-limit">
          <span>
            {formatName(name)} <small>{`window ${renderSpan(seconds)}`}</small>
          </span>
          <meter min={0} max={limit} low={limit / 10} optimum={limit} value={remaining} aria-label={`${name} of ${account}`} />
          <span>
            {remaining.toLocaleString('en')} of {limit.toLocaleString('en')}
          </span>
          <button
            type="button"
            class="small"
            aria-label={`Exhaust ${name} of ${account} (${token.slice(0, 8)})`}
            onClick={() => onSet(token, name, 'exhausted')}
          >
            Exhaust
          </button>
          <button
            type="button"
            class="small"
            aria-label={`Refill ${name} of ${account} (${token.slice(0, 8)})`}
            onClick={() => onSet(token, name, 'full')}
          >
            Refill
          </button>
        </div>
      ))}
    </section>
  )
}

/** Limits that the platform's support team can raise. */
function ResourceLimits() {
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/limits'), [])
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>({})
  const { run, error: failure } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    run(async () => {
      await control('POST /_sandbox/limits', { body: changed })
      setChanged({})
      reload()
    })
  }
  return (
    <section>
      <h2>Resource limits of the first account</h2>
      <Failed error={error ?? failure} />
      {value && (
        <form class="card fields" onSubmit={submit}>
          {Object.entries(value.limits).map(([name, limit]) => (
            <label key={name}>
              <span>{formatName(name)}</span>
              <input
                type="number"
                min={0}
                placeholder="unlimited"
                value={changed[name] ?? limit ?? ''}
                onInput={(event) => setChanged({ ...changed, [name]: Number(event.currentTarget.value) })}
              />
            </label>
          ))}
          <button type="submit" class="main" disabled={Object.keys(changed).length === 0}>
            Save
          </button>
        </form>
      )}
    </section>
  )
}
