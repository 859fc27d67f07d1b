/** Control API at `/_sandbox`. `may-control.ts` checks who may use it. */
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestContext } from '../http/request-context.ts'
import { accountAnswers } from './account-answers.ts'
import { clockAnswers } from './clock-answers.ts'
import { answerConsole, isConsolePath } from './console-files.ts'
import { controlIds } from '../generated/controls.ts'
import { parseParameters } from '../http/parse-request.ts'
import { createRouter } from '../http/router.ts'
import { findReplyValidator } from '../validation/validators.ts'
import type { ControlAnswer, ControlAnswers, ControlKey, ControlRequest } from './control-answer.ts'
import { documentAnswers } from './document-answers.ts'
import { eventAnswers } from './event-answers.ts'
import { faultAnswers } from './fault-answers.ts'
import { rateLimitAnswers } from './rate-limit-answers.ts'
import { imageAnswers } from './image-answers.ts'
import { healthAnswers } from './health-answers.ts'
import { infoAnswers } from './info-answers.ts'
import { limitAnswers } from './limit-answers.ts'
import { checkControl, isControlPath, isOpenPath } from './may-control.ts'
import { objectAnswers } from './object-answers.ts'
import { requestAnswers } from './request-answers.ts'
import { parseJson } from './parse-json.ts'
import { snapshotAnswers } from './snapshot-answers.ts'
import { tokenAnswers } from './token-answers.ts'
import { usageAnswers } from './usage-answers.ts'
import { worldAnswers } from './world-answers.ts'

const answers: ControlAnswers = {
  ...documentAnswers,
  ...healthAnswers,
  ...infoAnswers,
  ...clockAnswers,
  ...snapshotAnswers,
  ...faultAnswers,
  ...eventAnswers,
  ...requestAnswers,
  ...accountAnswers,
  ...tokenAnswers,
  ...imageAnswers,
  ...limitAnswers,
  ...rateLimitAnswers,
  ...objectAnswers,
  ...usageAnswers,
  ...worldAnswers,
}

interface ControlRow {
  readonly method: string
  readonly path: string
  readonly key: ControlKey
}

const rows = (Object.keys(answers) as ControlKey[]).map((key): ControlRow => {
  const [method = '', path = ''] = key.split(' ')
  return { method, path, key }
})
const route = createRouter(rows)

export function answerControl(context: RequestContext, dependencies: Dependencies): Reply | undefined {
  const { path, method, request, origin } = context
  if (!isControlPath(path)) return undefined
  if (!isOpenPath(path)) checkControl(request, origin, dependencies.options, isConsolePath(path))
  if (request.rejectStatus !== undefined) throw new Failure(request.rejectStatus)
  if (method === 'GET' && isConsolePath(path)) return answerConsole(path, origin, request.headers['accept-encoding'])
  const match = route(path)
  if (!match) throw new Failure(404, `There is no ${path}. GET /_sandbox/openapi.json lists all paths.`)
  const row = match.operations.get(method)
  if (!row) throw new Failure(405, `${method} is not allowed here.`, { allow: [...match.operations.keys()].join(', ') })
  const operation = { id: controlIds[row.key], path: row.path, family: 'controls', parameters: true } as const
  // The key selects the handler at run time; the validator has checked the parameters against the document.
  const answer = answers[row.key] as ControlAnswer
  const controlRequest = {
    ...(parseParameters(operation, match.values, request) as Pick<ControlRequest, 'path' | 'query'>),
    body: parseJson(request.body),
    origin,
    headers: request.headers,
    isEnding: request.isStopping === true,
    derived: request.derivedKey,
  }
  const reply = { status: 200, ...answer(controlRequest, dependencies) }
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
