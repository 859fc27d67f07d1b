/** The resource API of the client behind one function, which takes an operation and returns its reply. */
import { createCloud, HttpError } from '@spindrift/client'
import type { Operation } from '../../../../generators/model/api-model.ts'
import type { SampleRequest } from '../build-request.ts'
import type { ReceivedReply } from '../check-reply.ts'
import type { OperationEntry } from '../load-specification.ts'

export interface OperationReply extends ReceivedReply {
  /** The error that was thrown for a status of 400 or above. */
  readonly error?: HttpError
}

export type RequestHeaders = Readonly<Record<string, string | undefined>>
export type CallOperation = (entry: OperationEntry, request: SampleRequest, headers?: RequestHeaders) => Promise<OperationReply>

export interface OperationCallerOptions {
  readonly baseUrl: string
  /** Of the control API; without one, a token of the right form, which is all that the mock asks for. */
  readonly token?: string
  readonly inferenceToken?: string
  /** Changes every request or answer on its way. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

// Calls are made by name here; that the names and arguments fit the types is what the client's own type tests show.
type DynamicCall = (request: SampleRequest, options: object) => ReturnType<ReturnType<typeof createCloud>['account']['get']>

/** By the steps of its operationId: `databases_users_create` is `cloud.databases.users.create`. */
export function findCall<Call>(cloud: object, { id }: Operation): Call | undefined {
  return id.split('_').reduce<unknown>((holder, step) => (holder as Readonly<Record<string, unknown>> | undefined)?.[step], cloud) as
    | Call
    | undefined
}

/** `cloud.volumes.list(…)`: the body, or an error of the class that belongs to the status. */
export function createOperationCaller(options: OperationCallerOptions): CallOperation {
  const cloud = createCloud(clientOptions(options))
  return async ({ operation }, request, headers = {}) => {
    const call = findCall<DynamicCall>(cloud, operation)
    if (!call) throw new Error(`The client has no ${operation.id}. Run: pnpm build`)
    try {
      const { status, data, response } = await call(request, { headers }).withResponse()
      return { status, headers: response.headers, body: data }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return { status: error.status, headers: error.response.headers, body: error.body, error }
    }
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
    // What is looked at is one answer, also when another attempt would get a better one.
    retry: false as const,
    maxWaitMs: 0,
    apis: { inference: { token: inferenceToken }, agent: { token: inferenceToken } },
    // A redirect is an answer to look at, not an address to visit.
    fetch: (url: string, init: RequestInit) => send(url, { ...init, redirect: 'manual' }),
  }
}
