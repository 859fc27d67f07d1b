/** The panel from which a reader sends the request of a page to the sandbox of this machine. */
import { listChanges } from '../try/list-changes.ts'
import { type Filled, createRead, createRequest, type TryForm } from '../try/try-request.ts'
import { requestInfo, explainSilence } from './ask-sandbox.ts'
import { make } from './make.ts'
import { type Fields, createFields } from './create-fields.ts'
import { showReply } from './show-reply.ts'

addEventListener('try', () => {
  const place = document.querySelector('.try')
  const written = place?.querySelector('script')
  if (!place || !written) return
  const form = JSON.parse(written.textContent) as TryForm
  const panel = createPanel(form)
  const marks = form.deprecated ? [' ', make('b', { className: 'mark' }, ['deprecated'])] : []
  place.replaceChildren(make('h2', { id: 'try' }, ['Try it', ...marks]), panel)
  panel.querySelector('input')?.focus()
})

function createPanel(form: TryForm): HTMLFormElement {
  const fields = createFields(form)
  const stop = make('button', { type: 'button', textContent: 'Stop', hidden: true })
  const status = make('p', { className: 'facts', role: 'status' })
  const reply = make('div', { className: 'answer' })
  const panel = make('form', { className: 'panel', noValidate: true }, [
    ...fields.elements,
    make('p', {}, [make('button', { type: 'submit', className: 'send', textContent: 'Send' }), ' ', stop]),
    status,
    reply,
  ])
  fields.takes?.addEventListener('click', () => void takeSecret(form, fields, status))
  panel.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, fields.read(), { stop, status, reply })
  })
  return panel
}

async function takeSecret({ secret }: TryForm, fields: Fields, status: HTMLElement): Promise<void> {
  const { origin } = fields.read()
  const info = await requestInfo(origin)
  if (!info) return void status.replaceChildren(...(await explainSilence(origin)))
  fields.secret.value = secret === 'key' ? info.inference_key : info.tokens.full
  status.replaceChildren('It is that of the sandbox: good there and nowhere else.')
  fields.read()
}

interface Shown {
  readonly stop: HTMLButtonElement
  readonly status: HTMLElement
  readonly reply: HTMLElement
}

async function send(form: TryForm, filled: Filled, { stop, status, reply }: Shown): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  stop.addEventListener('click', end)
  stop.hidden = false
  status.replaceChildren('Sending …')
  reply.replaceChildren()
  try {
    const request = createRequest(form, filled)
    const read = createRead(form, filled)
    const before = read && (await readObject(read))
    await showReply(request, ending.signal, { status, reply })
    if (read) await showChanges(read, before, reply)
  } catch (error) {
    if (ending.signal.aborted) status.append(' Stopped.')
    else if (error instanceof SyntaxError) status.replaceChildren(`The body is not JSON: ${error.message}`)
    else status.replaceChildren(...(await explainSilence(filled.origin)))
  } finally {
    stop.removeEventListener('click', end)
    stop.hidden = true
  }
}

type Request = ReturnType<typeof createRequest>

/** Nothing when there is none. */
async function readObject({ url, headers }: Request): Promise<unknown> {
  const response = await fetch(url, { headers })
  return response.ok ? await response.json() : {}
}

async function showChanges(read: Request, before: unknown, reply: HTMLElement): Promise<void> {
  const list = make('ul', { className: 'changes' })
  const again = make('button', { type: 'button', textContent: 'Read again' })
  const compare = async () => {
    const lines = listChanges(before, await readObject(read))
    list.replaceChildren(...(lines.length === 0 ? ['Nothing.'] : lines).map((line) => make('li', {}, [make('code', {}, [line])])))
  }
  again.addEventListener('click', () => void compare())
  await compare()
  reply.append(
    make('h3', {}, ['What changed']),
    make('p', { className: 'facts' }, [make('code', {}, [`GET ${new URL(read.url).pathname}`]), ' before and after ', again]),
    list,
  )
}
