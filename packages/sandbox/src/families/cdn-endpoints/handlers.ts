import type { Handler } from '../../engine/call.ts'
import type { Handlers } from '../family.ts'

/** Nothing is cached in a sandbox, so there is nothing to drop. */
const purge: Handler<'cdnEndpoints_purgeCache'> = ({ path }, { engine }) => {
  engine.get('CdnEndpoint', path.cdn_id)
}

export const handlers = { cdnEndpoints_purgeCache: purge } satisfies Handlers
