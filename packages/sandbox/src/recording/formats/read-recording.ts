/** Reads what was recorded, by whatever recorded it: HAR, and the cassettes of nock, VCR, VCR.py and go-vcr. */
import type { Exchange } from '../exchange.ts'
import { type HarEntry, readEntry } from './har.ts'
import { readGoVcr } from './read-go-vcr.ts'
import { readNock } from './read-nock.ts'
import { readVcr } from './read-vcr.ts'

/** The file is no recording. Its message is one line that says what was expected. */
class RecordingError extends Error {}

/** @throws RecordingError */
export async function readRecording(text: string, file: string): Promise<readonly Exchange[]> {
  const value = readJson(text) ?? (await readYaml(text, file))
  try {
    const read = readForm(value)
    if (read) return read
  } catch (error) {
    throw new RecordingError(`${file}: request ${(error as Error).message}`, { cause: error })
  }
  throw new RecordingError(`${file} is no recording that is known here. It can be HAR, or a cassette of nock, VCR, VCR.py or go-vcr.`)
}

function readForm(value: unknown): readonly Exchange[] | undefined {
  if (Array.isArray(value)) return value.some((item) => isObject(item) && 'scope' in item) ? readEach(value, readNock) : undefined
  if (!isObject(value)) return undefined
  const { log, http_interactions: ruby, interactions } = value
  if (isObject(log) && Array.isArray(log['entries'])) return readEach(log['entries'], (entry) => readEntry(entry as unknown as HarEntry))
  if (Array.isArray(ruby)) return readEach(ruby, readVcr)
  if (!Array.isArray(interactions)) return undefined
  return readEach(interactions, (item) => (isObject(item['request']) && 'uri' in item['request'] ? readVcr(item) : readGoVcr(item)))
}

function readEach(items: readonly unknown[], read: (item: Readonly<Record<string, unknown>>) => Exchange): readonly Exchange[] {
  return items.map((item, n) => {
    try {
      if (!isObject(item)) throw new Error('is no object')
      return read(item)
    } catch (error) {
      throw new Error(`${n + 1} cannot be read (${(error as Error).message}).`, { cause: error })
    }
  })
}

/** A recording whose end is missing is good up to its last whole entry, each of which is a line. */
function readJson(text: string): unknown {
  const ends = [text, `${text}]}}`, `${text.slice(0, text.lastIndexOf('\n')).replace(/,?\s*$/, '')}]}}`]
  for (const each of text.startsWith('{"log"') ? ends : [text]) {
    try {
      return JSON.parse(each) as unknown
    } catch {
      // The next form, or YAML.
    }
  }
  return undefined
}

async function readYaml(text: string, file: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    // Cassettes carry tags of the language that wrote them, which say nothing more about a text.
    return parse(text, { logLevel: 'error', customTags: ['binary'] }) as unknown
  } catch (error) {
    throw new RecordingError(`${file} is neither JSON nor YAML (${(error as Error).message.split('\n')[0]}).`, { cause: error })
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
