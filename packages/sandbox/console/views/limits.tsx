/** How much of each limit is left to each token, and how much an account may hold. */
import { useState } from 'preact/hooks'
import type { TokenGauges } from '../../src/generated/controls.ts'
import { control } from '../data/ask.ts'
import { useTask } from '../data/use-task.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { renderSpan } from '../parts/age.ts'
import { Failed } from '../parts/failed.tsx'

export function View() {
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/gauges'), [])
  const { run, error: failure } = useTask()
  useLive(['request', 'clock'], reload, 1000)
  const set = (token: string, name: string, to: 'exhausted' | 'full') =>
    run(async () => {
      await control('POST /_sandbox/gauges', { body: { token, name, to } })
      reload()
    })
  return (
    <>
      <div class="head">
        <h1>Limits</h1>
      </div>
      <Failed error={error ?? failure} />
      {value?.mode === 'off' && <p class="none">Requests are not limited: the sandbox was started with limits off.</p>}
      {value?.mode === 'report' && <p class="none">Limits are told and refuse nothing: the sandbox was started so.</p>}
      <div class="grid">
        {value?.tokens.map((token) => (
          <Token key={token.token} token={token} onSet={set} />
        ))}
      </div>
      <Held />
    </>
  )
}

interface TokenProps {
  readonly token: TokenGauges
  readonly onSet: (token: string, name: string, to: 'exhausted' | 'full') => void
}

function Token({ token: { token, kind, account, limits }, onSet }: TokenProps) {
  return (
    <section class="card">
      <h2>{account}</h2>
      <small title={token}>{`${kind} · ${token.slice(0, 8)}`}</small>
      {limits.map(({ name, limit, left, seconds }) => (
        <div key={name} class="gauge">
          <span>
            {name.replaceAll('_', ' ')} <small>{`in ${renderSpan(seconds)}`}</small>
          </span>
          <meter min={0} max={limit} low={limit / 10} optimum={limit} value={left} aria-label={`${name} of ${account}`} />
          <span>
            {left.toLocaleString('en')} of {limit.toLocaleString('en')}
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

/** What the platform's support would raise. */
function Held() {
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
      <h2>What the first account may hold</h2>
      <Failed error={error ?? failure} />
      {value && (
        <form class="card fields" onSubmit={submit}>
          {Object.entries(value.limits).map(([name, limit]) => (
            <label key={name}>
              <span>{name.replaceAll('_', ' ')}</span>
              <input
                type="number"
                min={0}
                value={changed[name] ?? limit ?? ''}
                onInput={(event) => setChanged({ ...changed, [name]: Number(event.currentTarget.value) })}
              />
            </label>
          ))}
          <button type="submit" class="main" disabled={Object.keys(changed).length === 0}>
            Set
          </button>
        </form>
      )}
    </section>
  )
}
