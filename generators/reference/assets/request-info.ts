/** Reads the tokens of the local sandbox, and explains why a request to it failed. */
import { createElement } from './create-element.ts'

export interface SandboxInfo {
  readonly tokens: { readonly full: string }
  readonly inference_key: string
}

/** Returns undefined if no sandbox responds, or if it does not allow this origin. */
export async function requestInfo(origin: string): Promise<SandboxInfo | undefined> {
  try {
    const response = await fetch(`${trim(origin)}/_sandbox/info`)
    return response.ok ? ((await response.json()) as SandboxInfo) : undefined
  } catch {
    return undefined
  }
}

/** Returns the URL of the sandbox that the reference server was started with. */
export async function findSandbox(): Promise<string | undefined> {
  // Scripts cannot read files of a folder that is opened without a server.
  if (location.protocol === 'file:') return undefined
  const response = await fetch(location.href)
  // Chromium reports an unread response as aborted.
  await response.text()
  return response.headers.get('x-sandbox-url') ?? undefined
}

/** Explains how to start or configure the sandbox after a failed request. */
export async function explainFailure(origin: string): Promise<(string | Node)[]> {
  const isThere = await isReachable(origin)
  const text = isThere
    ? `The sandbox at ${origin} does not allow this page to read its tokens. Paste a token, or restart the sandbox with: `
    : `No sandbox is running at ${origin}. Start one with: `
  return [text, createElement('code', {}, [`npx @spindrift/sandbox start --control-origin ${location.origin}`])]
}

/** True if a server responds, whatever the response is. */
async function isReachable(origin: string): Promise<boolean> {
  try {
    await fetch(trim(origin), { mode: 'no-cors' })
    return true
  } catch {
    return false
  }
}

function trim(origin: string): string {
  return origin.replace(/\/+$/, '')
}
