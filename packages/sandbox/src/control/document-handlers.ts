/** OpenAPI document of the control API. */
import { readData } from '../package-files/on-disk.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'

export const documentHandlers = {
  'GET /_sandbox/openapi.json': ({ origin }) =>
    replyJson({ ...readData('controls'), servers: [{ url: origin, description: 'This sandbox.' }] }),
} satisfies Partial<ControlHandlers>
