/** Addresses of operation pages in the reference. */
import type { Api, Family, Operation } from '../model/api-model.ts'
import { emitPath } from './emit-path.ts'

/** URL of an operation page, as `npx @spindrift/reference` serves it. Hovers of the client link to it. */
export function getPageUrl(api: Api, family: Family, operation: Operation): string {
  return `http://127.0.0.1:4040/${getPageAddress(api, family, operation)}.html`
}

/** Address of an operation page from the root of the reference, without extension. */
export function getPageAddress(api: Api, family: Family, operation: Operation): string {
  return operation.name.split('.').reduce((folder, step) => emitPath(folder, kebab(step)), `${api.name}/${family.name}`)
}

export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}
