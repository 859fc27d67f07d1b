/** Checks of routing in an app spec: rules of `ingress` or the older `routes`, not both. */
import { type AppSpec, type ComponentSpec, findComponent, listComponents, reachableKinds } from './components.ts'
import { type Report, reportForComponent } from './spec-report.ts'

type Rule = NonNullable<NonNullable<AppSpec['ingress']>['rules']>[number]

export function checkRouting(spec: AppSpec, report: Report): void {
  const rules = spec.ingress?.rules ?? []
  checkRoutes(spec, rules.length > 0, report)
  const seen = new Set<string>()
  for (const [index, rule] of rules.entries()) {
    const at = `spec.ingress.rules.${index}`
    checkRule(spec, rule, at, report)
    const match = JSON.stringify([rule.match?.path?.prefix ?? '/', rule.match?.authority?.exact ?? ''])
    if (seen.has(match)) report(`${at}.match`, 'another rule matches the same requests.')
    seen.add(match)
    checkCors(rule.cors, (field, message) => report(`${at}.${field}`, message))
  }
}

function checkRoutes(spec: AppSpec, hasRules: boolean, report: Report): void {
  const owners = new Map<string, string>()
  for (const component of listComponents(spec, reachableKinds)) {
    const reportField = reportForComponent(report, component)
    const { cors, routes = [] } = component.value
    checkCors(cors, reportField)
    for (const [index, { path = '/' }] of routes.entries()) {
      const owner = owners.get(path)
      if (hasRules) reportField(`routes.${index}`, 'has routes, which cannot be combined with ingress rules.')
      if (owner !== undefined) reportField(`routes.${index}.path`, `has the route ${path}, which already belongs to "${owner}".`)
      owners.set(path, component.name)
    }
  }
}

function checkRule(spec: AppSpec, { component, redirect }: Rule, at: string, report: Report): void {
  if ((component === undefined) === (redirect === undefined)) return report(at, 'needs exactly one of component and redirect.')
  if (component) {
    const { name, rewrite, preserve_path_prefix: preserves } = component
    if (!findComponent(spec, name, reachableKinds)) {
      const other = findComponent(spec, name)
      report(`${at}.component.name`, other ? `component "${name}" accepts no external requests.` : `there is no component "${name}".`)
    }
    if (rewrite !== undefined && (preserves === true || preserves === 'true'))
      report(`${at}.component.rewrite`, `component "${name}" cannot combine rewrite with preserve_path_prefix.`)
  }
}

function checkCors(cors: ComponentSpec['cors'], report: Report): void {
  if (!cors) return
  for (const [index, { exact, prefix, regex }] of (cors.allow_origins ?? []).entries()) {
    const at = `cors.allow_origins.${index}`
    if ([exact, prefix, regex].filter((each) => typeof each === 'string').length !== 1)
      report(at, 'needs exactly one of exact, prefix and regex.')
    if (cors.allow_credentials && exact === undefined) report(at, 'needs exact, because allow_credentials is true.')
    if (regex !== undefined && !isExpression(regex)) report(`${at}.regex`, 'needs a valid regular expression.')
  }
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
