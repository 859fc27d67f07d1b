/** Calls an operation through the resource API of the client and returns its reply. */
import { createCloud, HttpError } from '@spindrift/client'
import type { Operation } from '../../../../generators/model/api-model.ts'
import type { SampleRequest } from '../build-request.ts'
import type { ReceivedReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'

export interface OperationReply extends ReceivedReply {
  /** Error that the client threw for status 400 or above. */
  readonly error?: HttpError
}

export type RequestHeaders = Readonly<Record<string, string | undefined>>
export type CallOperation = (entry: OperationEntry, request: SampleRequest, headers?: RequestHeaders) => Promise<OperationReply>

export interface OperationCallerOptions {
  readonly baseUrl: string
  /** Token of the control API; the default has only the right form, which is enough for the mock. */
  readonly token?: string
  readonly inferenceToken?: string
  /** Changes requests or replies. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

// Calls are dynamic here; the type tests of the client check names and arguments.
type Cloud = ReturnType<typeof createCloud>
type DynamicCall = (
  request: SampleRequest,
  options: object,
) => ReturnType<Cloud['account']['get']> | { readonly asResponse: () => Promise<Response> }

/** Finds the method of an operation: `databases_users_create` is `cloud.databases.users.create`. */
export function findCall<Call>(cloud: object, { id }: Operation): Call | undefined {
  return id.split('_').reduce<unknown>((holder, step) => (holder as Readonly<Record<string, unknown>> | undefined)?.[step], cloud) as
    | Call
    | undefined
}

/** Creates a caller that returns the reply, also when the client throws. */
export function createOperationCaller(options: OperationCallerOptions): CallOperation {
  const cloud = createCloud(clientOptions(options))
  return async ({ operation }, request, headers = {}) => {
    const call = findCall<DynamicCall>(cloud, operation)
    if (!call) throw new Error(`The client has no ${operation.id}. Run: pnpm build`)
    try {
      const reply = call(request, { headers })
      if (!('withResponse' in reply)) {
        const stream = await reply.asResponse()
        return { status: stream.status, headers: stream.headers, body: await stream.text() }
      }
      const { status, data, response } = await reply.withResponse()
      return { status, headers: response.headers, body: data }
    } catch (error) {
      if (error instanceof Error && error.cause instanceof RedirectReply) {
        const { status, headers: sent } = error.cause.response
        return { status, headers: sent, body: undefined }
      }
      if (!(error instanceof HttpError)) throw error
      return { status: error.status, headers: error.response.headers, body: error.body, error }
    }
  }
}

/** A redirect, which is checked instead of followed. */
class RedirectReply extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('The reply is a redirect.')
    this.response = response
  }
}

function clientOptions({
  baseUrl,
  token = `dop_v1_${'0'.repeat(64)}`,
  inferenceToken = 'sk-do-example',
  fetch: send = fetch,
}: OperationCallerOptions) {
  return {
    baseUrl,
    token,
    // A retry would hide the first reply.
    retry: false as const,
    maxWaitMs: 0,
    apis: { inference: { token: inferenceToken }, agent: { token: inferenceToken } },
    fetch: async (url: string, init: RequestInit) => {
      const response = await send(url, { ...init, redirect: 'manual' })
      if (response.status >= 300 && response.status < 400) throw new RedirectReply(response)
      return response
    },
  }
}
