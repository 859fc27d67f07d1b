import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { serializeComparison } from './serialize-comparison.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'

function parseName({ name }: Value, field = 'name'): string {
  // The name becomes a file name.
  if (typeof name !== 'string' || !/^[a-z0-9][\w.-]{0,99}$/i.test(name))
    throw new Failure(422, `${field}: must be 1 to 100 letters, digits, dots, hyphens and underscores, and start with a letter or digit`)
  return name
}

export const snapshotHandlers = {
  'GET /_sandbox/snapshots': (_request, { snapshots }) => replyJson({ snapshots: snapshots.list() }),
  'POST /_sandbox/snapshots': ({ body }, { snapshots }) => {
    snapshots.save(parseName(body))
    return replyJson({ snapshots: snapshots.list() })
  },
  'POST /_sandbox/snapshots/restore': ({ body }, { snapshots, reload }) => {
    snapshots.restore(parseName(body))
    reload()
    return replyJson({})
  },
  'GET /_sandbox/snapshots/compare': ({ query: { from, to, limit = 100, secrets = 'masked' } }, { snapshots, platform }) => {
    const laterName = to === undefined ? undefined : parseName({ name: to }, 'to')
    return replyJson(serializeComparison(snapshots.compare(parseName({ name: from }, 'from'), laterName, limit), platform, secrets))
  },
  'DELETE /_sandbox/snapshots': ({ body }, { snapshots }) => {
    snapshots.remove(parseName(body))
    return replyJson({ snapshots: snapshots.list() })
  },
} satisfies Partial<ControlHandlers>
