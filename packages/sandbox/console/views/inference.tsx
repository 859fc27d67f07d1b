/** A talk with a model, streamed, beside the events that it comes in. */
import { createParser } from 'eventsource-parser'
import { useRef, useState } from 'preact/hooks'
import { ask, describeRefusal, openApi } from '../data/ask.ts'
import { useDeed } from '../data/use-deed.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Failed } from '../parts/failed.tsx'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

const path = '/v1/chat/completions'

async function listModels(): Promise<readonly string[]> {
  const { status, body } = await ask({ method: 'GET', path: '/v1/models', key: true })
  if (status >= 400) throw new Error(describeRefusal(status, body))
  const ids = (Object(body) as { data?: readonly { readonly id: string }[] }).data?.map(({ id }) => id) ?? []
  // The list does not say which of them talk; those that do are known by their names.
  return ids.toSorted((a, b) => Number(talks.test(b)) - Number(talks.test(a)))
}

const talks = /gpt|claude|llama|mistral|qwen|deepseek|instruct/

interface Told {
  readonly onEvent: (data: string) => void
  readonly onText: (text: string) => void
}

async function stream(model: string, messages: readonly Message[], { onEvent, onText }: Told, signal: AbortSignal): Promise<void> {
  const response = await openApi({ method: 'POST', path, key: true, body: { model, messages, stream: true } })
  if (!response.ok || !response.body) throw new Error(describeRefusal(response.status, await response.json()))
  const reader = response.body.getReader()
  signal.addEventListener('abort', () => void reader.cancel())
  const parser = createParser({
    onEvent: ({ data }) => {
      onEvent(data)
      if (data !== '[DONE]') onText(readDelta(data))
    },
  })
  const decoder = new TextDecoder()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parser.feed(decoder.decode(piece.value, { stream: true }))
}

function readDelta(data: string): string {
  const { choices } = JSON.parse(data) as { choices?: readonly { readonly delta?: { readonly content?: string | null } }[] }
  return choices?.[0]?.delta?.content ?? ''
}

/** Of the events, as they came. */
const mostEvents = 500

export function View() {
  const models = useLoaded(listModels, [])
  const [model, setModel] = useState('')
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [events, setEvents] = useState<readonly string[]>([])
  const stop = useRef<AbortController>(null)
  const { run, isBusy, error } = useDeed()
  const chosen = model || (models.value?.[0] ?? '')
  const send = (content: string) => {
    const asked: readonly Message[] = [...messages, { role: 'user', content }]
    setMessages([...asked, { role: 'assistant', content: '' }])
    setEvents([])
    stop.current = new AbortController()
    const { signal } = stop.current
    const onEvent = (data: string) => setEvents((known) => [...known, data].slice(-mostEvents))
    const onText = (text: string) =>
      setMessages((known) => [...known.slice(0, -1), { role: 'assistant', content: `${known.at(-1)?.content ?? ''}${text}` }])
    run(() => stream(chosen, asked, { onEvent, onText }, signal))
  }
  return (
    <>
      <div class="head">
        <h1>Inference</h1>
        <select class="inline" aria-label="Model" value={chosen} onChange={(event) => setModel(event.currentTarget.value)}>
          {models.value?.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
        <button type="button" disabled={isBusy || messages.length === 0} onClick={() => setMessages([])}>
          New talk
        </button>
      </div>
      <Failed error={models.error ?? error} />
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
          <pre role="group" tabIndex={0} aria-label="Events">
            {events.map((data) => `data: ${data}`).join('\n\n')}
          </pre>
        </section>
      </div>
    </>
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
