/** Parses server-sent events. */

const maxEventLength = 4 * 1024 * 1024

/** Yields the events of a stream. An incomplete last event is dropped. @throws Error when an event is too long */
export async function* parseEvents(
  texts: AsyncIterable<string>,
): AsyncGenerator<{ readonly name: string | undefined; readonly data: string }> {
  let rest = ''
  for await (const text of texts) {
    // A CRLF may be split between two texts.
    const [last = '', ...blocks] = `${rest}${text}`.replaceAll('\r\n', '\n').split('\n\n').toReversed()
    rest = last
    if (rest.length > maxEventLength) throw new Error('The model server sent an event that is too long.')
    for (const block of blocks.toReversed()) {
      const lines = block.split('\n')
      const data = findFields(lines, 'data')
      if (data.length > 0) yield { name: findFields(lines, 'event').at(-1), data: data.join('\n') }
    }
  }
}

/** Values of a field; one space after the colon does not count. */
function findFields(lines: readonly string[], field: string): string[] {
  return lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
}
