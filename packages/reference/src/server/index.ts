export { writeReference, type WriteOptions } from './write-site.ts'
export { type ReferenceOptions, type ReferenceServer, serveReference } from './serve-reference.ts'
