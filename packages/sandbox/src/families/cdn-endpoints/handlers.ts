import type { Handler } from '../../engine/call.ts'
import type { Handlers } from '../family.ts'

/** Checks that the endpoint exists; the sandbox caches nothing. */
const purge: Handler<'cdnEndpoints_purgeCache'> = ({ path }, { engine }) => {
  engine.get('CdnEndpoint', path.endpoint_id)
}

export const handlers = { cdnEndpoints_purgeCache: purge } satisfies Handlers
