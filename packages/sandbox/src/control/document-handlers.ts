/** OpenAPI document of the control API. */
import { readData } from '../package-files/on-disk.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'

export const documentAnswers = {
  'GET /_sandbox/openapi.json': ({ origin }) =>
    replyJson({ ...readData('controls'), servers: [{ url: origin, description: 'This sandbox.' }] }),
} satisfies Partial<ControlAnswers>
