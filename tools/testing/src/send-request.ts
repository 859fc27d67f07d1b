import type { RunningSandbox } from '@spindrift/sandbox'

/**
 * Sends a request to a sandbox, with a token for operations of the platform.
 *
 * @param token a token of the seeded user by default
 * @returns the status and the parsed body; an empty body is undefined
 */
export async function sendRequest(
  sandbox: Pick<RunningSandbox, 'url' | 'credentials'>,
  method: string,
  path: string,
  body?: unknown,
  token = sandbox.credentials().tokens.full,
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const isControl = path.startsWith('/_sandbox')
  const init = { method, headers: isControl ? {} : headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(`${sandbox.url}${path}`, init)
  const text = await response.text()
  // The type of parsed JSON is `any`: a test knows which fields the operation returns.
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

export type SandboxReply = Awaited<ReturnType<typeof sendRequest>>
