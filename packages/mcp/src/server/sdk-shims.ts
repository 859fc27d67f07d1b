/**
 * Takes the place of the SDK's `_shims` in the bundle. The SDK's own brings ajv, which compiles schemas while the program
 * starts; ours are compiled when the package is built.
 */
/** Importing `node:process` would read each of its properties, and make a stream of each that is one. */
export const { process } = globalThis

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('No schema is compiled here.')
  }
}
