/** For a client of the actions alone, which knows no other table. */
import { actionsTable } from '../generated/actions.ts'
import type { Send } from '../transport.ts'
import { watchList } from './watch-list.ts'
import type { WatchOptions } from './watch-options.ts'

export const watchActions = (send: Send, options?: WatchOptions) => watchList('actions', actionsTable, send, options)
