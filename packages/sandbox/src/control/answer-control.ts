/** `/_sandbox`: the sandbox itself, never part of the platform. `may-control.ts` says for whom. */
import type { Reply } from '../engine/call.ts'
import { Failure } from '../engine/failure.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Exchange } from '../http/exchange.ts'
import { accountAnswers } from './account-answers.ts'
import { clockAnswers } from './clock-answers.ts'
import type { ControlAnswers } from './control-answer.ts'
import { faultAnswers } from './fault-answers.ts'
import { imageAnswers } from './image-answers.ts'
import { healthAnswers } from './health-answers.ts'
import { infoAnswers } from './info-answers.ts'
import { limitAnswers } from './limit-answers.ts'
import { checkControl, isControlPath, isOpenPath } from './may-control.ts'
import { readJson } from './read-json.ts'
import { snapshotAnswers } from './snapshot-answers.ts'
import { tokenAnswers } from './token-answers.ts'
import { watchAnswers } from './watch-answers.ts'

const answers: ControlAnswers = {
  ...healthAnswers,
  ...infoAnswers,
  ...clockAnswers,
  ...snapshotAnswers,
  ...faultAnswers,
  ...watchAnswers,
  ...accountAnswers,
  ...tokenAnswers,
  ...imageAnswers,
  ...limitAnswers,
}

export function answerControl(exchange: Exchange, dependencies: Dependencies): Reply | undefined {
  const { path, method, request, origin } = exchange
  if (!isControlPath(path)) return undefined
  if (!isOpenPath(path)) checkControl(request, origin, dependencies.options)
  if (request.refused !== undefined) throw new Failure(request.refused)
  const answer = answers[`${method} ${path}`]
  if (answer)
    return {
      status: 200,
      ...answer(
        { body: readJson(request.body), origin, headers: request.headers, isEnding: request.isEnding === true, derived: request.derived },
        dependencies,
      ),
    }
  const allowed = Object.keys(answers).flatMap((key) => (key.endsWith(` ${path}`) ? [key.slice(0, key.indexOf(' '))] : []))
  if (allowed.length > 0) throw new Failure(405, `${method} is not allowed here.`, { allow: allowed.join(', ') })
  throw new Failure(404, `There is no ${path}. GET /_sandbox lists what there is.`)
}
