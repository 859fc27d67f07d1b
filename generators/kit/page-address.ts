/** Addresses of operation pages in the reference, without extension. Client hovers link to them. */
import type { Api, Family, Operation } from '../model/api-model.ts'
import { emitPath } from './emit-path.ts'

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
