/** Actions on all resources. Replies call reserved IPs floating IPs unless the client uses the newer name. */
import { parsePage } from '../../engine/pages.ts'
import type { Handlers } from '../family.ts'
import { formatActionPage, describeAction } from './resource-actions.ts'

export const handlers = {
  actions_list: (call, ctx) => formatActionPage(call, ctx, ctx.engine.listPage('Action', { order: 'newest', page: parsePage(call) })),
  actions_get: (call, ctx) => describeAction(call, ctx, ctx.engine.get('Action', call.path.action_id)),
} satisfies Handlers
