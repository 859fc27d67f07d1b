/** Endpoints for health probes. They need no token and contain no secrets. */
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
    if (authority === undefined) throw new Failure(404, 'The sandbox has no self-signed certificate. Start it with --tls self-signed.')
    return { body: authority, type: 'application/x-pem-file', headers: noStore }
  },
} satisfies Partial<ControlAnswers>
