import type { OpenApiDocument } from '../open-api-document.js'

declare const document: OpenApiDocument
export default document
