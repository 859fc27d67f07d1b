/** Reads the OpenAPI document of the sandbox's control endpoints, which are not part of the platform. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import type { BundledDocument } from '../model/api-model.ts'

export function readControls(): BundledDocument {
  return load(readFileSync(new URL('../../packages/sandbox/control/openapi.yaml', import.meta.url), 'utf8')) as BundledDocument
}
