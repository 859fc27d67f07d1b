/** The present state as a world that can be started from, and how it differs from another. */
import { Failure } from '../engine/failure.ts'
import { compareWorlds } from '../worlds/compare-worlds.ts'
import { exportWorld } from '../worlds/export-world.ts'
import { WorldError } from '../worlds/world-error.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'

export const worldAnswers = {
  'GET /_sandbox/world': (_request, dependencies) => replyJson({ world: exportWorld(dependencies) }),
  // Not with GET: what is asked for by an address is written down in many places.
  'POST /_sandbox/world/export': ({ body: { with_secrets: withSecrets = false } }, dependencies) => {
    if (typeof withSecrets !== 'boolean') throw new Failure(422, 'with_secrets: must be true or false')
    return replyJson({ world: exportWorld(dependencies, { withSecrets }) })
  },
  'POST /_sandbox/world/diff': ({ body: { world } }, dependencies) => {
    try {
      return replyJson(compareWorlds(dependencies.firstDay(world), exportWorld(dependencies)))
    } catch (error) {
      if (error instanceof WorldError) throw new Failure(422, `world: ${error.message}`)
      throw error
    }
  },
} satisfies Partial<ControlAnswers>
