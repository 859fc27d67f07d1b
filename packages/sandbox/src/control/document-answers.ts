/** The document of these controls, for scripts and for the console. */
import { createRequire } from 'node:module'
import { type ControlAnswers, replyJson } from './control-answer.ts'

const require = createRequire(import.meta.url)

export const documentAnswers = {
  'GET /_sandbox/openapi.json': ({ origin }) =>
    replyJson({ ...(require('../generated/controls.json') as object), servers: [{ url: origin, description: 'This sandbox.' }] }),
} satisfies Partial<ControlAnswers>
