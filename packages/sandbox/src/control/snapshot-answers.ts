import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'

function readName({ name }: Value): string {
  // It may become a file's name.
  if (typeof name !== 'string' || !/^[a-z0-9][\w.-]{0,99}$/i.test(name))
    throw new Failure(422, 'name: must be 1 to 100 letters, digits, dots, hyphens and underscores, and begin with a letter or digit')
  return name
}

export const snapshotAnswers = {
  'GET /_sandbox/snapshots': (_request, { snapshots }) => replyJson({ snapshots: snapshots.list() }),
  'POST /_sandbox/snapshots': ({ body }, { snapshots }) => {
    snapshots.save(readName(body))
    return replyJson({ snapshots: snapshots.list() })
  },
  'POST /_sandbox/snapshots/restore': ({ body }, { snapshots, reload }) => {
    snapshots.restore(readName(body))
    reload()
    return replyJson({})
  },
  'DELETE /_sandbox/snapshots': ({ body }, { snapshots }) => {
    snapshots.remove(readName(body))
    return replyJson({ snapshots: snapshots.list() })
  },
} satisfies Partial<ControlAnswers>
