/** Takes secrets out of what is shown of a request: by what they are called, and by how those of the platform look. */
import { isSecretName } from '../http/is-secret-name.ts'

const hidden = '••••••••'

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-token'])

export type Mask = (text: string) => string

const asItIs: Mask = (text) => text

/** How headers, addresses and bodies are shown. */
export interface Masking {
  readonly header: (name: string, value: string) => string
  readonly url: Mask
  readonly body: Mask
}

export function createMasking(secrets: 'masked' | 'shown'): Masking {
  if (secrets === 'shown') return { header: (_name, value) => value, url: asItIs, body: asItIs }
  return { header: maskHeader, url: maskUrl, body: maskBody }
}

function maskHeader(name: string, value: string): string {
  // Some hold an address, and that a code.
  if (!secretHeaders.has(name.toLowerCase())) return maskUrl(value)
  const [, scheme = ''] = /^(bearer|basic|token) /i.exec(value) ?? []
  return `${scheme}${scheme === '' ? '' : ' '}${hidden}`
}

function maskUrl(url: string): string {
  return maskLooks(
    url.replaceAll(/([?&])([^=&#]+)=([^&#]*)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${hidden}` : whole,
    ),
  )
}

/** As text, so that one that was cut, a stream of events or a form is masked as well as JSON is. */
function maskBody(text: string): string {
  const named = text
    .replaceAll(/"([\w-]+)"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/g, (whole, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${hidden}"` : whole,
    )
    .replaceAll(/(^|&)([\w-]+)=([^&\s]*)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${hidden}` : whole,
    )
    .replaceAll(/((?:^|\\n|\n)\s*)([\w-]+): ([^\s"\\]+)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}: ${hidden}` : whole,
    )
    // The sign-in pages are HTML.
    .replaceAll(/name="([\w-]+)" value="[^"]+"/g, (whole, name: string) =>
      isSecretName(name) ? `name="${name}" value="${hidden}"` : whole,
    )
  return maskLooks(named)
}

function maskLooks(text: string): string {
  return text
    .replaceAll(/\b(do[opr]_v1_|sk-do-)[0-9a-zA-Z]+/g, `$1${hidden}`)
    .replaceAll(/(:\/\/[^\s:/@"]+:)[^\s@/"]+@/g, `$1${hidden}@`)
    .replaceAll(/-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/g, `-----BEGIN $1-----${hidden}`)
}
