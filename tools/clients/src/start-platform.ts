/** The sandbox for one client, with quick actions and every reply checked on its way out. */
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

export async function startPlatform(): Promise<Platform> {
  const failures: string[] = []
  const sandbox = await startSandbox({
    port: 0,
    seed: 7,
    actionSeconds: 0.3,
    rateLimits: 'report',
    checkReplies: true,
    onError: (error) => failures.push(error instanceof Error ? error.message : String(error)),
  })
  const { tokens, inference_key: inferenceKey } = sandbox.credentials()
  return { url: sandbox.url, token: tokens.full, readToken: tokens.read, inferenceKey, failures, close: sandbox.close }
}
