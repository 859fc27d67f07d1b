/** Mails and sent alerts of the service `notifications`. */
import { control } from '../data/requests.ts'
import { useLive } from '../data/use-live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { useTask } from '../data/use-task.ts'
import { formatTime } from '../parts/age.ts'
import { Failed } from '../parts/failed.tsx'

export function View() {
  const { value, error, reload } = useLoaded(() => control('GET /_sandbox/inbox'), [])
  const { run, isBusy, error: failure } = useTask()
  useLive(['clock', 'job', 'change', 'request'], reload, 1000)
  const clear = () =>
    run(async () => {
      await control('DELETE /_sandbox/inbox')
      reload()
    })
  const messages = value?.messages ?? []
  return (
    <>
      <div class="head">
        <h1>Inbox</h1>
        <button type="button" class="danger" disabled={isBusy || messages.length === 0} onClick={clear}>
          Delete all
        </button>
      </div>
      <Failed error={error ?? failure} />
      {value && !value.is_running && (
        <p class="none">
          The service is not started. Start the sandbox with <code>--services notifications</code>.
        </p>
      )}
      {value?.is_running && messages.length === 0 && <p class="none">No messages. Alerts arrive here when they fire.</p>}
      {messages.map(({ id, at, channel, from, to, subject, text, status, reason }) => (
        <article class="card" key={id}>
          <h2>{subject || '(no subject)'}</h2>
          <p>
            {formatTime(at)} UTC · {channel} {status} · {from !== null && `from ${from} `}to {to.join(', ')}
          </p>
          {reason !== null && <p class="none">{reason}</p>}
          <pre>{text}</pre>
        </article>
      ))}
    </>
  )
}
