export { apis } from './generated/apis.ts'
export { locateDocument, readDocument, type ApiName, type DocumentFile, type DocumentForm } from './documents.ts'
export type { OpenApiDocument, OpenApiOperation, OpenApiPath } from './open-api-document.ts'
