/** How requests find a component: the rules of `ingress`, or the older routes, not both. */
import type { Value } from '../../engine/values.ts'
import { findComponent, listComponents, listOf, reachableKinds, recordOf } from './components.ts'
import { type Report, reportOn } from './findings.ts'

const redirectCodes = [301, 302, 303, 307, 308]

export function checkRouting(spec: Value, report: Report): void {
  const rules = listOf(recordOf(spec, 'ingress'), 'rules')
  checkRoutes(spec, rules.length > 0, report)
  const seen = new Set<string>()
  for (const [index, rule] of rules.entries()) {
    const at = `spec.ingress.rules.${index}`
    checkRule(spec, rule, at, report)
    const { path, authority } = recordOf(rule, 'match') ?? {}
    const match = JSON.stringify([(path as Value | undefined)?.['prefix'] ?? '/', (authority as Value | undefined)?.['exact'] ?? ''])
    if (seen.has(match)) report(`${at}.match`, 'another rule matches the same requests.')
    seen.add(match)
    checkCors(recordOf(rule, 'cors'), (field, message) => report(`${at}.${field}`, message))
  }
}

function checkRoutes(spec: Value, hasRules: boolean, report: Report): void {
  const owners = new Map<string, string>()
  for (const component of listComponents(spec, reachableKinds)) {
    const own = reportOn(report, component)
    checkCors(recordOf(component.value, 'cors'), own)
    for (const [index, { path = '/' }] of listOf(component.value, 'routes').entries()) {
      const owner = owners.get(String(path))
      if (hasRules) own(`routes.${index}`, 'has routes, which cannot be mixed with the rules of ingress.')
      if (owner !== undefined) own(`routes.${index}.path`, `cannot have ${String(path)}, which leads to "${owner}" already.`)
      owners.set(String(path), component.name)
    }
  }
}

function checkRule(spec: Value, rule: Value, at: string, report: Report): void {
  const component = recordOf(rule, 'component')
  const redirect = recordOf(rule, 'redirect')
  if ((component === undefined) === (redirect === undefined)) return report(at, 'needs exactly one of component and redirect.')
  if (component) {
    const name = String(component['name'])
    if (!findComponent(spec, name, reachableKinds)) {
      const other = findComponent(spec, name)
      report(`${at}.component.name`, other ? `component "${name}" takes no requests from outside.` : `there is no component "${name}".`)
    }
    if (component['rewrite'] !== undefined && String(component['preserve_path_prefix']) === 'true')
      report(`${at}.component.rewrite`, `component "${name}" cannot have it together with preserve_path_prefix.`)
  }
  const code = redirect?.['redirect_code']
  if (code !== undefined && !redirectCodes.includes(Number(code)))
    report(`${at}.redirect.redirect_code`, `must be one of ${redirectCodes.join(', ')}, and is ${Number(code)}.`)
}

function checkCors(cors: Value | undefined, report: Report): void {
  if (!cors) return
  for (const [index, origin] of listOf(cors, 'allow_origins').entries()) {
    const at = `cors.allow_origins.${index}`
    const given = ['exact', 'prefix', 'regex'].filter((name) => typeof origin[name] === 'string')
    if (given.length !== 1) report(at, 'needs exactly one of exact, prefix and regex.')
    if (cors['allow_credentials'] === true && origin['exact'] === undefined) report(at, 'must be exact, because allow_credentials is true.')
    if (typeof origin['regex'] === 'string' && !isExpression(origin['regex']))
      report(`${at}.regex`, 'is not an expression that can be read.')
  }
  const age = cors['max_age']
  if (typeof age === 'string' && !isDuration(age)) report('cors.max_age', 'needs numbers with units, such as 5h30m.')
}

export function isDuration(text: string): boolean {
  return /^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
