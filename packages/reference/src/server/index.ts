export { type ReferenceOptions, type ReferenceServer, serveReference } from './serve-reference.ts'
