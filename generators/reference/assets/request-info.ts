/** What the sandbox tells of itself, to the pages that it was told of when it started, and why it may not answer. */
import { make } from './make.ts'

export interface SandboxInfo {
  readonly tokens: { readonly full: string }
  readonly inference_key: string
}

/** Undefined where there is none, or where it does not know this page. */
export async function requestInfo(origin: string): Promise<SandboxInfo | undefined> {
  try {
    const response = await fetch(`${trim(origin)}/_sandbox/info`)
    return response.ok ? ((await response.json()) as SandboxInfo) : undefined
  } catch {
    return undefined
  }
}

/** What to do when nothing came back. */
export async function explainSilence(origin: string): Promise<(string | Node)[]> {
  const isThere = await answers(origin)
  const said = isThere
    ? `The sandbox at ${origin} does not tell this page its secrets: it was not told of it when it started. Paste a token, or start it so: `
    : `No sandbox answers at ${origin}. Start it on this machine: `
  return [said, make('code', {}, [`npx @spindrift/sandbox start --control-origin ${location.origin}`])]
}

/** Whether something is there, without reading what it says. */
async function answers(origin: string): Promise<boolean> {
  try {
    await fetch(`${trim(origin)}/_sandbox/health`, { mode: 'no-cors' })
    return true
  } catch {
    return false
  }
}

function trim(origin: string): string {
  return origin.replace(/\/+$/, '')
}
