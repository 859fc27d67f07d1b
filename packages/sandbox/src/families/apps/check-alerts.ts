/** Which rules an alert can have where it stands, and what a threshold needs. */
import type { Value } from '../../engine/values.ts'
import { listComponents, listOf } from './components.ts'
import { type Report, reportOn } from './findings.ts'

const aboutApp = ['DEPLOYMENT_FAILED', 'DEPLOYMENT_LIVE', 'DOMAIN_FAILED', 'DOMAIN_LIVE', 'AUTOSCALE_FAILED', 'AUTOSCALE_SUCCEEDED']
const aboutCopies = ['CPU_UTILIZATION', 'MEM_UTILIZATION', 'RESTART_COUNT']
const aboutFunctions = [
  'FUNCTIONS_ACTIVATION_COUNT',
  'FUNCTIONS_AVERAGE_DURATION_MS',
  'FUNCTIONS_ERROR_RATE_PER_MINUTE',
  'FUNCTIONS_AVERAGE_WAIT_TIME_MS',
  'FUNCTIONS_ERROR_COUNT',
  'FUNCTIONS_GB_RATE_PER_SECOND',
]

const rulesOf: Readonly<Record<string, readonly string[]>> = {
  services: [...aboutCopies, 'REQUESTS_PER_SECOND', 'REQUEST_DURATION_P95_MS'],
  workers: aboutCopies,
  jobs: aboutCopies,
  functions: aboutFunctions,
}

export function checkAlerts(spec: Value, report: Report): void {
  check(listOf(spec, 'alerts'), aboutApp, (field, message) => report(`spec.${field}`, `the app ${message}`))
  for (const component of listComponents(spec, ['services', 'workers', 'jobs', 'functions']))
    check(listOf(component.value, 'alerts'), rulesOf[component.kind] ?? [], reportOn(report, component))
}

function check(alerts: readonly Value[], allowed: readonly string[], report: Report): void {
  for (const [index, { rule, operator, value, window }] of alerts.entries()) {
    const at = `alerts.${index}`
    if (!allowed.includes(String(rule))) {
      report(`${at}.rule`, `cannot have an alert of the rule ${String(rule)}; it can have ${allowed.join(', ')}.`)
      continue
    }
    // Rules about events have no threshold.
    if (allowed === aboutApp) continue
    if (value === undefined) report(`${at}.value`, `needs a threshold for the alert ${String(rule)}.`)
    if (operator === 'UNSPECIFIED_OPERATOR') report(`${at}.operator`, `needs GREATER_THAN or LESS_THAN for the alert ${String(rule)}.`)
    if (window === 'UNSPECIFIED_WINDOW') report(`${at}.window`, `needs a window for the alert ${String(rule)}.`)
  }
}
