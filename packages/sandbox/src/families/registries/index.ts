/** What other families and the server may use of this one. */
export { type SeededBlob, seedRepository } from './contents.ts'
export { onlyRegistry } from './behavior.ts'
export { onlyRegistryGarbage } from './garbage-collections.behavior.ts'
export { onlyRegistryRepositories } from './repositories.behavior.ts'
