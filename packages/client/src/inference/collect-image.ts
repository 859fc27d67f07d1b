/** Collects the last image of a stream of previews. */
import type { ImageGenerationEvent } from '@spindrift/types/image-generations'
import type { Collector } from './stream-reader.ts'

/** The reply is the last image, which is the finished one; undefined if there was none. */
export function collectImage(): Collector<ImageGenerationEvent, ImageGenerationEvent | undefined> {
  let newest: ImageGenerationEvent | undefined
  return {
    add: (event) => {
      newest = event
    },
    textOf: () => '',
    reply: () => newest,
    message: () => newest,
  }
}
