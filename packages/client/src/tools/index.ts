/** Client of the database tools. */
export { type ToolsFamily, toolsTable } from '../generated/tools.ts'
export { createTools, type ToolArguments, type ToolName, type Tools } from './create-tools.ts'
