/** The sandbox's own controls, which are no part of the platform and stand beside the code that answers them. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { BundledDocument } from '../model/api-model.ts'

export function readControls(): BundledDocument {
  return parse(readFileSync(new URL('../../packages/sandbox/control/openapi.yaml', import.meta.url), 'utf8')) as BundledDocument
}
