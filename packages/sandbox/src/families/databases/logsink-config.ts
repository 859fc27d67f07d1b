/** What the kinds of log sinks take. */
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'

interface SinkKind {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly first: Value
}

const search: SinkKind = { required: ['url', 'index_prefix'], optional: ['ca'], first: { index_days_max: 7, timeout: 10 } }

const kinds: Readonly<Record<string, SinkKind>> = {
  rsyslog: { required: ['server', 'port', 'format'], optional: ['logline', 'sd', 'ca', 'key', 'cert'], first: { tls: false } },
  elasticsearch: search,
  opensearch: search,
  datadog: { required: ['site', 'datadog_api_key'], optional: [], first: {} },
}

/** The whole configuration of a sink: what is left out is as at first, what another kind takes is left out. @throws Failure 422 */
export function readSinkConfig(type: unknown, request: unknown): Value {
  const kind = kinds[String(type)]
  if (!kind) throw unprocessable(`sink_type: there is no kind of log sink "${String(type)}".`)
  const sent = isRecord(request) ? request : {}
  const { required, optional, first } = kind
  const missing = required.filter((name) => isMissing(sent[name]))
  if (missing.length > 0)
    throw unprocessable(missing.map((name) => `config.${name}: must be given for a sink of the type ${String(type)}`).join('; '))
  if (type === 'rsyslog') checkSyslog(sent)
  const own = Object.fromEntries(
    [...required, ...Object.keys(first), ...optional].flatMap((name) => (isMissing(sent[name]) ? [] : [[name, sent[name]]])),
  ) as Value
  return { ...first, ...own }
}

function checkSyslog({ format, logline, key, cert, tls, ca }: Value): void {
  if (format === 'custom' && isMissing(logline)) throw unprocessable('config.logline: must be given when config.format is custom.')
  if (isMissing(key) !== isMissing(cert)) throw unprocessable(`config.${isMissing(key) ? 'key' : 'cert'}: key and cert go together.`)
  const isEncrypted = [ca, key].some((value) => !isMissing(value))
  if (isEncrypted && tls !== true) throw unprocessable('config.tls: must be true when there is a certificate.')
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''
