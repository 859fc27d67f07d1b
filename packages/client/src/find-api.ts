import { apiPrefixes } from './generated/paths.ts'

/** The API of a path: every path but the control API's is known by how it begins. */
export function findApi(path: string): string {
  for (const prefix in apiPrefixes) if (path.startsWith(prefix)) return apiPrefixes[prefix] as string
  return 'control'
}
