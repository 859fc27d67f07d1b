/** Sends a request and shows the response while it arrives. */
import { colorJson } from '../site/color-json.ts'
import type { TryRequest } from '../try/try-request.ts'
import { createElement } from './create-element.ts'

/** @returns true for a success status */
export async function showResponse(
  { url, ...request }: TryRequest,
  signal: AbortSignal,
  { status, reply }: { readonly status: HTMLElement; readonly reply: HTMLElement },
): Promise<boolean> {
  const startTime = performance.now()
  const response = await fetch(url, { ...request, signal })
  const code = createElement('code', {})
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  reply.append(createElement('pre', { tabIndex: 0 }, [code]), createDetails('Response headers', headers))
  const type = response.headers.get('content-type') ?? ''
  let bytes = 0
  const showStatus = () => {
    const mark = createElement('b', { className: `status ${response.ok ? 'good' : 'bad'}` }, [`${response.status}`])
    status.replaceChildren(mark, ` ${response.statusText} · ${Math.round(performance.now() - startTime)} ms · ${bytes} bytes`)
  }
  showStatus()
  for await (const chunk of readChunks(response)) {
    bytes += chunk.bytes
    if (isText(type)) code.append(chunk.text)
    showStatus()
  }
  if (!isText(type)) code.textContent = bytes === 0 ? 'No body.' : `${bytes} bytes of ${type}.`
  else if (type.includes('json')) code.innerHTML = colorJson(format(code.textContent))
  return response.ok
}

/** Creates collapsed text. */
export function createDetails(title: string, text: string): HTMLDetailsElement {
  return createElement('details', {}, [
    createElement('summary', {}, [title]),
    createElement('pre', { tabIndex: 0 }, [createElement('code', {}, [text])]),
  ])
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

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
