/** The "Try it" form, which sends the request of a page to a local sandbox. */
import { listChanges } from '../try/list-changes.ts'
import { createRead, createRequest, printCurl, type TryForm } from '../try/try-request.ts'
import { explainFailure, findSandbox, requestInfo } from './request-info.ts'
import { createElement } from './create-element.ts'
import { type Fields, createFields } from './create-fields.ts'
import { createDetails, showResponse } from './show-response.ts'

addEventListener('try', async () => {
  const element = document.querySelector('.try')
  const script = element?.querySelector('script')
  if (!element || !script) return
  const form = JSON.parse(script.textContent) as TryForm
  const panel = createPanel(form, await findSandbox())
  const marks = form.deprecated ? [' ', createElement('b', { className: 'mark' }, ['deprecated'])] : []
  element.replaceChildren(createElement('h2', { id: 'try' }, ['Try it', ...marks]), panel)
  panel.querySelector('input')?.focus()
})

function createPanel(form: TryForm, sandbox: string | undefined): HTMLFormElement {
  const fields = createFields(form, sandbox)
  const stop = createElement('button', { type: 'button', textContent: 'Stop', hidden: true })
  const status = createElement('span', { className: 'facts', role: 'status' })
  const reply = createElement('div', { className: 'answer' })
  const panel = createElement('form', { className: 'panel', noValidate: true }, [
    ...fields.elements,
    createElement('p', {}, [createElement('button', { type: 'submit', className: 'send', textContent: 'Send' }), ' ', stop, ' ', status]),
    reply,
  ])
  panel.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, fields, { stop, status, reply })
  })
  return panel
}

/** Reads the secret from the sandbox unless it is filled in. @returns false if it cannot be read */
async function fillSecret({ secret }: TryForm, fields: Fields): Promise<boolean> {
  if (!secret || fields.secret.value !== '') return true
  const info = await requestInfo(fields.read().origin)
  if (!info) return false
  fields.secret.value = secret === 'key' ? info.inference_key : info.tokens.full
  return true
}

interface ResponseElements {
  readonly stop: HTMLButtonElement
  readonly status: HTMLElement
  readonly reply: HTMLElement
}

async function send(form: TryForm, fields: Fields, { stop, status, reply }: ResponseElements): Promise<void> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  stop.addEventListener('click', abort)
  stop.hidden = false
  status.replaceChildren('Sending …')
  reply.replaceChildren()
  try {
    if (!(await fillSecret(form, fields))) return status.replaceChildren(...(await explainFailure(fields.read().origin)))
    const formValues = fields.read()
    const request = createRequest(form, formValues)
    const read = createRead(form, formValues)
    const before = read && (await readObject(read))
    const isSuccess = await showResponse(request, controller.signal, { status, reply })
    if (read && isSuccess) await showChanges(read, before, reply)
    reply.append(createDetails('Request as curl', printCurl(request, form)))
  } catch (error) {
    if (controller.signal.aborted) status.append(' Stopped.')
    else if (error instanceof SyntaxError) status.replaceChildren(`The body is not JSON: ${error.message}`)
    else status.replaceChildren(...(await explainFailure(fields.read().origin)))
  } finally {
    stop.removeEventListener('click', abort)
    stop.hidden = true
  }
}

type Request = ReturnType<typeof createRequest>

/** Returns an empty object if the resource cannot be read. */
async function readObject({ url, headers }: Request): Promise<unknown> {
  const response = await fetch(url, { headers })
  return response.ok ? await response.json() : {}
}

async function showChanges(read: Request, before: unknown, reply: HTMLElement): Promise<void> {
  const list = createElement('ul', { className: 'changes' })
  const refresh = createElement('button', { type: 'button', textContent: 'Refresh' })
  const compare = async () => {
    const lines = listChanges(before, await readObject(read))
    list.replaceChildren(
      ...(lines.length === 0 ? ['No changes.'] : lines).map((line) => createElement('li', {}, [createElement('code', {}, [line])])),
    )
  }
  refresh.addEventListener('click', () => void compare())
  await compare()
  reply.append(
    createElement('h3', {}, ['Changes']),
    createElement('p', { className: 'facts' }, [
      createElement('code', {}, [`GET ${new URL(read.url).pathname}`]),
      ' before and after the request ',
      refresh,
    ]),
    list,
  )
}
