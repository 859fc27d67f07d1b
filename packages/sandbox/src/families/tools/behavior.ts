/** A tool is a control operation by another name: `server/handlers.ts` makes that request, and its family answers. */
import type { FamilyBehavior } from '../family.ts'

export const tools: FamilyBehavior = {}
