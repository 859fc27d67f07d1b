/** Configuration of log sinks, by type. */
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Logsink = Kinds['DatabaseLogsink']
export type SinkType = Logsink['sink_type']
type RequestFields = Operations['databases_logsinks_update']['body']['config']
/** Fields that identify the type. */
export type SinkPart = Logsink extends infer Sink ? (Sink extends Logsink ? Pick<Sink, 'sink_type' | 'config'> : never) : never

interface SinkFields {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly first: Value
}

const search: SinkFields = { required: ['url', 'index_prefix'], optional: ['ca'], first: { index_days_max: 7, timeout: 10 } }

const sinkFields: { readonly [Type in SinkType]: SinkFields } = {
  rsyslog: { required: ['server', 'port', 'format'], optional: ['logline', 'sd', 'ca', 'key', 'cert'], first: { tls: false } },
  elasticsearch: search,
  opensearch: search,
  datadog: { required: ['site', 'datadog_api_key'], optional: [], first: {} },
}

/** Parses the whole configuration of a sink: omitted fields get their defaults, fields of other types are dropped. @throws Failure 422 */
export function parseSink(type: SinkType, request: RequestFields): SinkPart {
  const fields: Value = { ...request }
  const { required, optional, first } = sinkFields[type]
  const missing = required.filter((name) => isMissing(fields[name]))
  if (missing.length > 0)
    throw unprocessable(missing.map((name) => `config.${name}: must be given for a sink of the type ${type}`).join('; '))
  if (type === 'rsyslog') checkSyslog(fields)
  const own = [...required, ...Object.keys(first), ...optional].filter((name) => !isMissing(fields[name]))
  const config = { ...first, ...Object.fromEntries(own.map((name) => [name, fields[name]])) }
  // The table has the fields of each type, and all required ones are present.
  return { sink_type: type, config } as unknown as SinkPart
}

function checkSyslog({ format, logline, key, cert, tls, ca }: Value): void {
  if (format === 'custom' && isMissing(logline)) throw unprocessable('config.logline: must be given when config.format is custom.')
  if (isMissing(key) !== isMissing(cert)) throw unprocessable(`config.${isMissing(key) ? 'key' : 'cert'}: key and cert go together.`)
  const isEncrypted = [ca, key].some((value) => !isMissing(value))
  if (isEncrypted && tls !== true) throw unprocessable('config.tls: must be true when there is a certificate.')
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''
