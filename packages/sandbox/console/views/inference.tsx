/** A talk with a model or an agent, streamed, beside the events that it comes in. */
import { createParser } from 'eventsource-parser'
import { useRef, useState } from 'preact/hooks'
import { describeRefusal, openApi } from '../data/ask.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Failed } from '../parts/failed.tsx'
import { listPartners, type Partner, takeAgentKey } from './inference/partners.ts'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface Told {
  readonly onEvent: (data: string) => void
  readonly onText: (text: string) => void
}

/** An agent has its own model, but some must be named. */
const anyModel = 'llama3.3-70b-instruct'

async function openTalk({ kind, id }: Partner, messages: readonly Message[]): Promise<Response> {
  const asked = { method: 'POST', body: { model: kind === 'model' ? id : anyModel, messages, stream: true } }
  if (kind === 'model') return openApi({ ...asked, path: '/v1/chat/completions', key: true })
  return openApi({ ...asked, path: '/api/v1/chat/completions?agent=true', key: await takeAgentKey(id) })
}

async function stream(partner: Partner, messages: readonly Message[], { onEvent, onText }: Told, signal: AbortSignal): Promise<void> {
  const response = await openTalk(partner, messages)
  if (!response.ok || !response.body) throw new Error(describeRefusal(response.status, await response.json()))
  const reader = response.body.getReader()
  signal.addEventListener('abort', () => void reader.cancel())
  const parser = createParser({
    onEvent: ({ data }) => {
      onEvent(data)
      if (data !== '[DONE]') onText(parseDelta(data))
    },
  })
  const decoder = new TextDecoder()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parser.feed(decoder.decode(piece.value, { stream: true }))
}

function parseDelta(data: string): string {
  const { choices } = JSON.parse(data) as { choices?: readonly { readonly delta?: { readonly content?: string | null } }[] }
  return choices?.[0]?.delta?.content ?? ''
}

/** Of the events, as they came. */
const maxEvents = 500

export function View() {
  const partners = useLoaded(listPartners, [])
  const [id, setId] = useState('')
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [events, setEvents] = useState<readonly string[]>([])
  const stop = useRef<AbortController>(null)
  const { run, isBusy, error } = useTask()
  const chosen = partners.value?.find((partner) => partner.id === id) ?? partners.value?.[0]
  const send = (content: string) => {
    if (!chosen) return
    const asked: readonly Message[] = [...messages, { role: 'user', content }]
    setMessages([...asked, { role: 'assistant', content: '' }])
    setEvents([])
    stop.current = new AbortController()
    const { signal } = stop.current
    const onEvent = (data: string) => setEvents((known) => [...known, data].slice(-maxEvents))
    const onText = (text: string) =>
      setMessages((known) => [...known.slice(0, -1), { role: 'assistant', content: `${known.at(-1)?.content ?? ''}${text}` }])
    run(() => stream(chosen, asked, { onEvent, onText }, signal))
  }
  return (
    <>
      <div class="head">
        <h1>Inference</h1>
        <select class="inline" aria-label="Talk with" value={chosen?.id} onChange={(event) => setId(event.currentTarget.value)}>
          <Partners title="Agents" partners={partners.value?.filter(({ kind }) => kind === 'agent')} />
          <Partners title="Models" partners={partners.value?.filter(({ kind }) => kind === 'model')} />
        </select>
        <button type="button" disabled={isBusy || messages.length === 0} onClick={() => setMessages([])}>
          New talk
        </button>
      </div>
      <Failed error={partners.error ?? error} />
      <div class="split">
        <div>
          <ol class="talk" aria-label="Talk" aria-live="polite">
            {messages.map(({ role, content }, at) => (
              <li key={at} class={role}>
                {content}
              </li>
            ))}
          </ol>
          <Prompt isBusy={isBusy} onSend={send} onStop={() => stop.current?.abort()} />
        </div>
        <section>
          <h2>Events ({events.length})</h2>
          {events.length === 0 ? (
            <p class="none">What comes back is shown here as it comes, event by event.</p>
          ) : (
            <pre role="group" tabIndex={0} aria-label="Events">
              {events.map((data) => `data: ${data}`).join('\n\n')}
            </pre>
          )}
        </section>
      </div>
    </>
  )
}

function Partners({ title, partners = [] }: { readonly title: string; readonly partners: readonly Partner[] | undefined }) {
  if (partners.length === 0) return null
  return (
    <optgroup label={title}>
      {partners.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

interface PromptProps {
  readonly isBusy: boolean
  readonly onSend: (text: string) => void
  readonly onStop: () => void
}

function Prompt({ isBusy, onSend, onStop }: PromptProps) {
  const [text, setText] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    onSend(text)
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <label>
        <span>Message</span>
        <textarea
          rows={3}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.shiftKey && submit(event)}
        />
      </label>
      {isBusy ? (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" class="main">
          Send
        </button>
      )}
    </form>
  )
}
