import { apiPrefixes } from './generated/paths.ts'

/** Returns the API of a path by its prefix; `control` for any other path. */
export function findApi(path: string): string {
  for (const prefix in apiPrefixes) if (path.startsWith(prefix)) return apiPrefixes[prefix] as string
  return 'control'
}
