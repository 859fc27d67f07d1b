/** Checks of alerts in an app spec: the rules allowed for the app or component, and the threshold. */
import { type AppSpec, type ComponentKind, listComponents } from './components.ts'
import { type Report, reportForComponent } from './spec-report.ts'

type Alert = NonNullable<AppSpec['alerts']>[number]
type Rules = readonly Alert['rule'][]

const appRules: Rules = ['DEPLOYMENT_FAILED', 'DEPLOYMENT_LIVE', 'DOMAIN_FAILED', 'DOMAIN_LIVE', 'AUTOSCALE_FAILED', 'AUTOSCALE_SUCCEEDED']
const instanceRules: Rules = ['CPU_UTILIZATION', 'MEM_UTILIZATION', 'RESTART_COUNT']
const functionRules: Rules = [
  'FUNCTIONS_ACTIVATION_COUNT',
  'FUNCTIONS_AVERAGE_DURATION_MS',
  'FUNCTIONS_ERROR_RATE_PER_MINUTE',
  'FUNCTIONS_AVERAGE_WAIT_TIME_MS',
  'FUNCTIONS_ERROR_COUNT',
  'FUNCTIONS_GB_RATE_PER_SECOND',
]

const rulesByKind: { readonly [Kind in ComponentKind]?: Rules } = {
  services: [...instanceRules, 'REQUESTS_PER_SECOND', 'REQUEST_DURATION_P95_MS'],
  workers: instanceRules,
  jobs: instanceRules,
  functions: functionRules,
}

export function checkAlerts(spec: AppSpec, report: Report): void {
  checkList(spec.alerts ?? [], appRules, (field, message) => report(`spec.${field}`, `the app ${message}`))
  for (const component of listComponents(spec, ['services', 'workers', 'jobs', 'functions']))
    checkList(component.value.alerts ?? [], rulesByKind[component.kind] ?? [], reportForComponent(report, component))
}

function checkList(alerts: readonly Alert[], allowed: Rules, report: Report): void {
  for (const [index, { rule, operator = 'UNSPECIFIED_OPERATOR', value, window = 'UNSPECIFIED_WINDOW' }] of alerts.entries()) {
    const at = `alerts.${index}`
    if (!allowed.includes(rule)) {
      report(`${at}.rule`, `cannot have an alert of the rule ${rule}; it can have ${allowed.join(', ')}.`)
      continue
    }
    // Rules for events have no threshold.
    if (allowed === appRules) continue
    if (value === undefined) report(`${at}.value`, `needs a threshold for the alert ${rule}.`)
    if (operator === 'UNSPECIFIED_OPERATOR') report(`${at}.operator`, `needs GREATER_THAN or LESS_THAN for the alert ${rule}.`)
    if (window === 'UNSPECIFIED_WINDOW') report(`${at}.window`, `needs a window for the alert ${rule}.`)
  }
}
