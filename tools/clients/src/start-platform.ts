/** The sandbox for one client, with quick actions. Here in the tests every reply is checked on its way out, too. */
import { startSandbox } from '@spindrift/sandbox'

export interface Platform {
  /** Without a path; clients add `/v2` or `/v1` themselves, or are given it. */
  readonly url: string
  readonly token: string
  readonly readToken: string
  readonly inferenceKey: string
  /** What the sandbox itself got wrong so far, whatever the client made of it. */
  readonly failures: readonly string[]
  readonly close: () => Promise<void>
}

export interface PlatformOptions {
  readonly seed?: number | string
  /** Of the sources only: what is built of them has not what it takes. */
  readonly checkReplies?: boolean
}

export async function startPlatform({ seed = 7, checkReplies = true }: PlatformOptions = {}): Promise<Platform> {
  const failures: string[] = []
  const sandbox = await startSandbox({
    port: 0,
    seed,
    actionSeconds: 0.3,
    rateLimits: 'report',
    checkReplies,
    onError: (error) => failures.push(error instanceof Error ? error.message : String(error)),
  })
  const { tokens, inference_key: inferenceKey } = sandbox.credentials()
  return { url: sandbox.url, token: tokens.full, readToken: tokens.read, inferenceKey, failures, close: sandbox.close }
}
