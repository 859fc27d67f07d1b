/** Every family that has behaviour of its own. What others begin from is seeded first. */
import { account } from './account.ts'
import type { FamilyBehavior } from './family.ts'
import { regions } from './regions.ts'
import { sizes } from './sizes.ts'

export const families: readonly FamilyBehavior[] = [regions, sizes, account]
