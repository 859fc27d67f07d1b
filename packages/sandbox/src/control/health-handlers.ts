/** Endpoints for health probes. They need no token and contain no secrets. */
import { Failure } from '../engine/failure.ts'
import { formatClock } from './clock-handlers.ts'
import { type ControlHandler, type ControlHandlers, replyJson } from './control-handler.ts'
import { version } from './version.ts'

const noStore = { 'cache-control': 'no-store' }

const handleReady: ControlHandler = ({ isEnding }) => ({
  ...replyJson({ ready: !isEnding }),
  status: isEnding ? 503 : 200,
  headers: noStore,
})

export const healthHandlers = {
  'GET /_sandbox/health': ({ isEnding }, { clock }) => ({
    ...replyJson({ ready: !isEnding, version, clock: formatClock(clock) }),
    headers: noStore,
  }),
  'GET /_sandbox/ready': handleReady,
  'GET /_sandbox/ca.pem': (_request, { authority }) => {
    if (authority === undefined) throw new Failure(404, 'The sandbox has no self-signed certificate. Start it with --tls self-signed.')
    return { body: authority, type: 'application/x-pem-file', headers: noStore }
  },
} satisfies Partial<ControlHandlers>
