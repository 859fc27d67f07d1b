/** Every story. */
import type { Story } from '../story.ts'
import * as stories from './stories.ts'

export const allStories: readonly Story[] = Object.values(stories)
