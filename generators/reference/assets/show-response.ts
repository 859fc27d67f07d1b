/** Sends a request and shows the response while it arrives. */
import type { TryRequest } from '../try/try-request.ts'
import { createElement } from './create-element.ts'

export async function showResponse(
  { url, ...request }: TryRequest,
  signal: AbortSignal,
  { status, reply }: { readonly status: HTMLElement; readonly reply: HTMLElement },
): Promise<void> {
  const started = performance.now()
  const response = await fetch(url, { ...request, signal })
  const code = createElement('code', {})
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  reply.append(
    createElement('pre', { tabIndex: 0 }, [code]),
    createElement('details', {}, [
      createElement('summary', {}, ['Response headers']),
      createElement('pre', { tabIndex: 0 }, [createElement('code', {}, [headers])]),
    ]),
  )
  const type = response.headers.get('content-type') ?? ''
  let bytes = 0
  const showStatus = () => {
    const mark = createElement('b', { className: `status ${response.ok ? 'good' : 'bad'}` }, [`${response.status}`])
    status.replaceChildren(mark, ` ${response.statusText} · ${Math.round(performance.now() - started)} ms · ${bytes} bytes`)
  }
  showStatus()
  for await (const chunk of readChunks(response)) {
    bytes += chunk.bytes
    if (isText(type)) code.append(chunk.text)
    showStatus()
  }
  code.textContent = isText(type) ? format(code.textContent, type) : bytes === 0 ? 'No body.' : `${bytes} bytes of ${type}.`
}

async function* readChunks({ body }: Response) {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    yield { bytes: part.value.length, text: decoder.decode(part.value, { stream: true }) }
  }
}

function isText(type: string): boolean {
  return /json|text|xml|yaml|x-pem/.test(type)
}

function format(text: string, type: string): string {
  try {
    return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}
