/** One step: fills in what earlier ones kept, asks, and judges the answer. Throws what is wrong with it. */
import { fillIn, type Kept, parsePlace } from './kept.ts'
import type { DirectCase, Step } from './tool-case.ts'
import type { ToolServer } from './tool-server.ts'

export interface Surroundings {
  readonly server: ToolServer
  readonly platform: { readonly url: string; readonly token: string }
  readonly kept: Kept
}

export async function runStep(step: Step, { server, platform, kept }: Surroundings): Promise<void> {
  if (step.after !== undefined) await request(platform, 'POST /_sandbox/clock', { advance_seconds: step.after })
  const answer = 'ask' in step ? await requestDirectly(step, platform, kept) : await server.call(step.tool, fillIn(step.with ?? {}, kept))
  if ('refused' in step && step.refused !== undefined) {
    if (!answer.failed) throw new Error(`was not refused: ${answer.text}`)
    if (!answer.text.includes(step.refused)) throw new Error(`refused with: ${answer.text}`)
    return
  }
  if (answer.failed) throw new Error(answer.text)
  const value = readJson(answer.text)
  compare(value, fillIn(step.shows ?? {}, kept), answer.text)
  for (const [name, place] of Object.entries(step.keep ?? {})) {
    const found = parsePlace(value, place)
    if (found === undefined || found === '') throw new Error(`nothing at ${place}: ${answer.text}`)
    kept.set(name, found)
  }
  if (step.holds === undefined) return
  const [path, shows] = step.holds
  const reply = await request(platform, `GET ${fillIn(path, kept)}`)
  if (reply.failed) throw new Error(`the platform does not hold it: ${reply.text}`)
  compare(readJson(reply.text), fillIn(shows, kept), reply.text)
}

const requestDirectly = ({ ask, body }: DirectCase, platform: Surroundings['platform'], kept: Kept) =>
  request(platform, fillIn(ask, kept), body === undefined ? undefined : fillIn(body, kept))

async function request({ url, token }: Surroundings['platform'], ask: string, body?: unknown) {
  const [method = '', path = ''] = ask.split(' ')
  const response = await fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: path.startsWith('http') ? {} : { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { text: await response.text(), failed: !response.ok }
}

/** Some tools answer with a sentence. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function compare(value: unknown, shows: Readonly<Record<string, unknown>>, text: string): void {
  for (const [place, expected] of Object.entries(shows)) {
    const found = parsePlace(value, place)
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`${place} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}: ${text}`)
  }
}
