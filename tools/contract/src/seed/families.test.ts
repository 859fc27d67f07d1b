/** Requirements on the resource families: the sandbox routes every operation. Tests of each family check the behavior. */
import { createSandbox } from '@spindrift/sandbox'
import { describe, expect } from 'vitest'
import { buildRequest } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { createOperationCaller } from '../mock/operation-caller.ts'
import { rule } from '../rules/rule.ts'

async function expectRoutes(bound: readonly OperationEntry[]): Promise<void> {
  const sandbox = createSandbox({ seed: 7, rateLimits: 'off' })
  const { tokens, inference_key: inferenceToken } = sandbox.credentials()
  const send = createOperationCaller({ baseUrl: 'http://127.0.0.1:4020', token: tokens.full, inferenceToken, fetch: sandbox.fetch })
  for (const entry of bound) {
    const { status, body } = await send(entry, buildRequest(entry.operation))
    expect(status, entry.operation.id).not.toBeOneOf([401, 405, 500, 501])
    expect(body, entry.operation.id).not.toMatchObject({ message: 'Your request could not be routed.' })
  }
}

describe('families', () => {
  rule('families-compute', expectRoutes)
  rule('families-networking', expectRoutes)
  rule('families-platform', expectRoutes)
  rule('families-ai', expectRoutes)
  rule('families-organization', expectRoutes)
})
