/** Error of the command line parser as one line. @param hint text to append */
export function formatError(text: string, hint = ''): string {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')
  return `spindrift-sandbox: ${line}${hint}\n`
}
