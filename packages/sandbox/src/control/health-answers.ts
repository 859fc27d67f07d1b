/** What probes ask. Everybody may, under any name, so it holds no secret. */
import { Failure } from '../engine/failure.ts'
import { parseClock } from './clock-answers.ts'
import { type ControlAnswer, type ControlAnswers, replyJson } from './control-answer.ts'
import { version } from './version.ts'

const noStore = { 'cache-control': 'no-store' }

const answerReady: ControlAnswer = ({ isEnding }) => ({
  ...replyJson({ ready: !isEnding }),
  status: isEnding ? 503 : 200,
  headers: noStore,
})

export const healthAnswers = {
  'GET /_sandbox/health': ({ isEnding }, { clock }) => ({
    ...replyJson({ ready: !isEnding, version, clock: parseClock(clock) }),
    headers: noStore,
  }),
  'GET /_sandbox/ready': answerReady,
  'GET /_sandbox/ca.pem': (_request, { authority }) => {
    if (authority === undefined) throw new Failure(404, 'There is no certificate of its own. Start the sandbox with --tls self-signed.')
    return { body: authority, type: 'application/x-pem-file', headers: noStore }
  },
} satisfies Partial<ControlAnswers>
