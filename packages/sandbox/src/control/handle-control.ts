/** Control API at `/_sandbox`. `check-control.ts` checks who may use it. */
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestContext } from '../http/request-context.ts'
import { accountHandlers } from './account-handlers.ts'
import { clockHandlers } from './clock-handlers.ts'
import { handleConsole, isConsolePath } from './handle-console.ts'
import { controlIds } from '../generated/controls.ts'
import { parseParameters } from '../http/parse-request.ts'
import { createRouter } from '../http/router.ts'
import { findReplyValidator } from '../validation/validators.ts'
import type { ControlHandler, ControlHandlers, ControlKey, ControlRequest } from './control-handler.ts'
import { documentHandlers } from './document-handlers.ts'
import { driftHandlers } from './drift/drift-handlers.ts'
import { eventHandlers } from './event-handlers.ts'
import { faultHandlers } from './fault-handlers.ts'
import { rateLimitHandlers } from './rate-limit-handlers.ts'
import { imageHandlers } from './image-handlers.ts'
import { healthHandlers } from './health-handlers.ts'
import { inboxHandlers } from './inbox-handlers.ts'
import { infoHandlers } from './info-handlers.ts'
import { limitHandlers } from './limit-handlers.ts'
import { checkControl, isControlPath, isOpenPath } from './check-control.ts'
import { objectHandlers } from './object-handlers.ts'
import { requestHandlers } from './request-handlers.ts'
import { parseJson } from './parse-json.ts'
import { snapshotHandlers } from './snapshot-handlers.ts'
import { tokenHandlers } from './token-handlers.ts'
import { worldHandlers } from './world-handlers.ts'

const handlers: ControlHandlers = {
  ...documentHandlers,
  ...healthHandlers,
  ...infoHandlers,
  ...inboxHandlers,
  ...clockHandlers,
  ...snapshotHandlers,
  ...faultHandlers,
  ...eventHandlers,
  ...requestHandlers,
  ...accountHandlers,
  ...tokenHandlers,
  ...imageHandlers,
  ...limitHandlers,
  ...rateLimitHandlers,
  ...objectHandlers,
  ...driftHandlers,
  ...worldHandlers,
}

interface ControlRow {
  readonly method: string
  readonly path: string
  readonly key: ControlKey
}

const rows = (Object.keys(handlers) as ControlKey[]).map((key): ControlRow => {
  const [method = '', path = ''] = key.split(' ')
  return { method, path, key }
})
const route = createRouter(rows)

export function handleControl(context: RequestContext, dependencies: Dependencies): Reply | undefined {
  const { path, method, request, origin } = context
  if (!isControlPath(path)) return undefined
  if (!isOpenPath(path)) checkControl(request, origin, dependencies.options, isConsolePath(path))
  if (request.rejectStatus !== undefined) throw new Failure(request.rejectStatus)
  if (method === 'GET' && isConsolePath(path)) return handleConsole(path, origin, request.headers['accept-encoding'])
  const match = route(path)
  if (!match) throw new Failure(404, `There is no ${path}. GET /_sandbox/openapi.json lists all paths.`)
  const row = match.operations.get(method)
  if (!row) throw new Failure(405, `${method} is not allowed here.`, { allow: [...match.operations.keys()].join(', ') })
  const operation = { id: controlIds[row.key], path: row.path, family: 'controls', parameters: true } as const
  // The key selects the handler at run time; the validator has checked the parameters against the document.
  const handler = handlers[row.key] as ControlHandler
  const controlRequest = {
    ...(parseParameters(operation, match.values, request) as Pick<ControlRequest, 'path' | 'query'>),
    body: parseJson(request.body),
    origin,
    headers: request.headers,
    isEnding: request.isStopping === true,
    derived: request.derivedKey,
  }
  const reply = { status: 200, ...handler(controlRequest, dependencies) }
  if (dependencies.options.checkReplies) checkControlReply(operation, reply)
  return reply
}

function checkControlReply(operation: { readonly id: string; readonly family: string }, { body, type, status = 200 }: Reply): void {
  if (typeof body !== 'string' || type !== undefined) return
  const validator = findReplyValidator(operation, status)
  if (validator && !validator(JSON.parse(body)))
    throw new Error(
      `The reply ${status} of ${operation.id} does not match the control API document: ${JSON.stringify(validator.errors)}\n${body}`,
    )
}
