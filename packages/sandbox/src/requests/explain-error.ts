/** Explains an error response: the rule that failed, the invalid fields and the reference page. */
import type { ErrorReason } from '../generated/controls.ts'
import { readData } from '../package-files/on-disk.ts'
import type { Finding } from '../validation/validators.ts'
import type { LoggedRequest } from './request-log.ts'

type Place = ErrorReason['findings'][number]['place']

export function explainError(entry: LoggedRequest): ErrorReason | null {
  const { failure, operation } = entry
  if (!failure) return null
  const pages = readData('pages') as Readonly<Record<string, string | undefined>>
  return {
    rule: findRule(entry, failure.status),
    message: failure.message,
    findings: failure.findings
      ? failure.findings.list.map((each) => describeFinding(each, failure.findings?.place))
      : parseSentences(failure.message),
    reference: (operation && pages[operation.id]) ?? null,
  }
}

/** Derives the failed rule from the pipeline step that the request reached. */
function findRule({ failure, operation, request, isRouted, isCalled }: LoggedRequest, status: number): ErrorReason['rule'] {
  if (failure && 'x-sandbox-fault' in failure.headers) return 'fault'
  if (status >= 500) return 'sandbox'
  if (request.rejectStatus !== undefined) return 'malformed'
  if (isCalled) return 'precondition'
  if (status === 429) return 'rate_limit'
  if (status === 401) return 'authentication'
  if (status === 403) return operation ? 'permission' : 'host'
  if (!isRouted) return 'route'
  if (!operation) return 'method'
  return status === 400 || status === 415 ? 'malformed' : 'validation'
}

function describeFinding(
  { instancePath, keyword, message = 'is not valid', params }: Finding,
  place: 'body' | 'parameters' = 'body',
): ErrorReason['findings'][number] {
  const [, first = '', rest = ''] = place === 'parameters' ? (/^\/(path|query|header)(.*)$/s.exec(instancePath) ?? []) : []
  const missing =
    keyword === 'required'
      ? `/${escape(String(params['missingProperty']))}`
      : keyword === 'additionalProperties'
        ? `/${escape(String(params['additionalProperty']))}`
        : ''
  return { place: place === 'body' ? 'body' : (first as Place), pointer: `${place === 'body' ? instancePath : rest}${missing}`, message }
}

/** Parses messages like `inbound_rules.0.ports: must be …`, joined by semicolons. */
function parseSentences(message: string): ErrorReason['findings'] {
  return message.split('; ').flatMap((fault) => {
    const [, field, text = ''] = /^([a-z_][\w-]*(?:\.[\w-]+)*): (.+)$/s.exec(fault) ?? []
    return field === undefined ? [] : [{ place: 'body' as const, pointer: `/${field.split('.').map(escape).join('/')}`, message: text }]
  })
}

function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}
