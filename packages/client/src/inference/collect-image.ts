/** Keeps the newest picture of a stream of previews. */
import type { ImageGenerationEvent } from '@spindrift/types/image-generations'
import type { Collector } from './event-stream.ts'

/** The last one is the finished picture; undefined when none came. */
export function collectImage(): Collector<ImageGenerationEvent, ImageGenerationEvent | undefined> {
  let newest: ImageGenerationEvent | undefined
  return {
    add: (event) => {
      newest = event
    },
    textOf: () => '',
    reply: () => newest,
  }
}
