/** What the parser of the command line says, as one line. @param more what helps beside it */
export function formatError(text: string, more = ''): string {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')
  return `spindrift-sandbox: ${line}${more}\n`
}
