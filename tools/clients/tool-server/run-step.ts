import { getValueAt, substituteVariables, type Variables } from './variables.ts'
import type { DirectCase, Step } from './tool-case.ts'
import type { ToolServer } from './tool-server.ts'

export interface StepContext {
  readonly server: ToolServer
  readonly platform: { readonly url: string; readonly token: string }
  readonly variables: Variables
}

/** Runs one step and checks its result. @throws Error describing the first difference */
export async function runStep(step: Step, { server, platform, variables }: StepContext): Promise<void> {
  if (step.advanceSeconds !== undefined) await sendRequest(platform, 'POST /_sandbox/clock', { advance_seconds: step.advanceSeconds })
  const result =
    'request' in step
      ? await sendDirectRequest(step, platform, variables)
      : await server.call(step.tool, substituteVariables(step.input ?? {}, variables))
  if ('expectedError' in step && step.expectedError !== undefined) {
    if (!result.failed) throw new Error(`expected an error, got: ${result.text}`)
    if (!result.text.includes(step.expectedError)) throw new Error(`expected an error with ${step.expectedError}, got: ${result.text}`)
    return
  }
  if (result.failed) throw new Error(result.text)
  const value = parseResult(result.text)
  checkValues(value, substituteVariables(step.expected ?? {}, variables), result.text)
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const found = getValueAt(value, path)
    if (found === undefined || found === '') throw new Error(`no value at ${path}: ${result.text}`)
    variables.set(name, found)
  }
  if (step.expectedState === undefined) return
  const [readPath, expected] = step.expectedState
  const reply = await sendRequest(platform, `GET ${substituteVariables(readPath, variables)}`)
  if (reply.failed) throw new Error(`reading the state of the platform failed: ${reply.text}`)
  checkValues(parseResult(reply.text), substituteVariables(expected, variables), reply.text)
}

const sendDirectRequest = ({ request, body }: DirectCase, platform: StepContext['platform'], variables: Variables) =>
  sendRequest(platform, substituteVariables(request, variables), body === undefined ? undefined : substituteVariables(body, variables))

async function sendRequest({ url, token }: StepContext['platform'], line: string, body?: unknown) {
  const [method = '', path = ''] = line.split(' ')
  const response = await fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: path.startsWith('http') ? {} : { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { text: await response.text(), failed: !response.ok }
}

/** Parses a result. Some tools return a sentence instead of JSON. */
function parseResult(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function checkValues(value: unknown, expectedValues: Readonly<Record<string, unknown>>, text: string): void {
  for (const [path, expected] of Object.entries(expectedValues)) {
    const found = getValueAt(value, path)
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}: ${text}`)
  }
}
