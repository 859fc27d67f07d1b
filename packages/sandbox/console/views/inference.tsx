/** Chat with a model or an agent, next to the streamed events. */
import { createParser } from 'eventsource-parser'
import { useRef, useState } from 'preact/hooks'
import { describeError, openApi } from '../data/requests.ts'
import { useTask } from '../data/use-task.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Failed } from '../parts/failed.tsx'
import { type ChatTarget, listChatTargets, getAgentKey } from './inference/chat-targets.ts'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface StreamListener {
  readonly onEvent: (data: string) => void
  readonly onText: (text: string) => void
}

/** The API requires a model, but an agent uses its own. */
const anyModel = 'llama3.3-70b-instruct'

async function sendMessages({ kind, id }: ChatTarget, messages: readonly Message[]): Promise<Response> {
  const request = { method: 'POST', body: { model: kind === 'model' ? id : anyModel, messages, stream: true } }
  if (kind === 'model') return openApi({ ...request, path: '/v1/chat/completions', key: true })
  return openApi({ ...request, path: '/api/v1/chat/completions?agent=true', key: await getAgentKey(id) })
}

async function stream(
  target: ChatTarget,
  messages: readonly Message[],
  { onEvent, onText }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const response = await sendMessages(target, messages)
  if (!response.ok || !response.body) throw new Error(describeError(response.status, await response.json()))
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

const maxEvents = 500

export function View() {
  const targets = useLoaded(listChatTargets, [])
  const [id, setId] = useState('')
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [events, setEvents] = useState<readonly string[]>([])
  const stop = useRef<AbortController>(null)
  const { run, isBusy, error } = useTask()
  const chosen = targets.value?.find((target) => target.id === id) ?? targets.value?.[0]
  const send = (content: string) => {
    if (!chosen) return
    const sent: readonly Message[] = [...messages, { role: 'user', content }]
    setMessages([...sent, { role: 'assistant', content: '' }])
    setEvents([])
    stop.current = new AbortController()
    const { signal } = stop.current
    const onEvent = (data: string) => setEvents((known) => [...known, data].slice(-maxEvents))
    const onText = (text: string) =>
      setMessages((known) => [...known.slice(0, -1), { role: 'assistant', content: `${known.at(-1)?.content ?? ''}${text}` }])
    run(() => stream(chosen, sent, { onEvent, onText }, signal))
  }
  return (
    <>
      <div class="head">
        <h1>Inference</h1>
        <select class="inline" aria-label="Model or agent" value={chosen?.id} onChange={(event) => setId(event.currentTarget.value)}>
          <TargetGroup title="Agents" targets={targets.value?.filter(({ kind }) => kind === 'agent')} />
          <TargetGroup title="Models" targets={targets.value?.filter(({ kind }) => kind === 'model')} />
        </select>
        <button type="button" disabled={isBusy || messages.length === 0} onClick={() => setMessages([])}>
          New chat
        </button>
      </div>
      <Failed error={targets.error ?? error} />
      <div class="split">
        <div>
          <ol class="chat" aria-label="Chat" aria-live="polite">
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
            <p class="none">No events. Send a message to see the streamed events.</p>
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

function TargetGroup({ title, targets = [] }: { readonly title: string; readonly targets: readonly ChatTarget[] | undefined }) {
  if (targets.length === 0) return null
  return (
    <optgroup label={title}>
      {targets.map(({ id, name }) => (
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
