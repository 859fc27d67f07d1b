/** A sandbox in this process for one test: short actions, every reply checked, its failures collected. */
import { startSandbox, type StartOptions } from '@spindrift/sandbox'

export interface TestSandbox extends AsyncDisposable {
  /** Without a path; clients add `/v2` or `/v1`. */
  readonly url: string
  readonly token: string
  readonly readToken: string
  readonly inferenceKey: string
  /** Environment variables that configure a client for the sandbox. */
  readonly environment: Readonly<Record<string, string>>
  /** Internal errors of the sandbox so far, which no reply shows. */
  readonly failures: readonly string[]
  readonly close: () => Promise<void>
}

/** `checkReplies` is on by default and needs the sandbox's sources: the built package has no reply validators. */
export async function startTestSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  const failures: string[] = []
  const onError = (error: unknown) => void failures.push(error instanceof Error ? error.message : String(error))
  const defaults = { port: 0, seed: 7, actionSeconds: 0.3, rateLimits: 'report', checkReplies: true } as const
  const { url, credentials, close } = await startSandbox({ ...defaults, onError, ...options })
  const { tokens, inference_key: inferenceKey } = credentials()
  return {
    url,
    token: tokens.full,
    readToken: tokens.read,
    inferenceKey,
    environment: { SPINDRIFT_BASE_URL: url, SPINDRIFT_TOKEN: tokens.full, SPINDRIFT_MODEL_ACCESS_KEY: inferenceKey },
    failures,
    close,
    [Symbol.asyncDispose]: close,
  }
}
