import { startSandbox } from '@spindrift/sandbox'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly sandbox: string
  }
}

/** Starts one sandbox for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ port: 0, actionSeconds: 0, rateLimits: 'off' })
  project.provide('sandbox', sandbox.url)
  return sandbox.close
}
