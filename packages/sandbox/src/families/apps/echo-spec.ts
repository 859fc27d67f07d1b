/** The specification as it is stored and shown: what was sent and nothing else, but for secrets, which are sealed, and for what the platform decides. */
import { isRecord, type Value } from '../../engine/values.ts'
import { listComponents, listOf, reachableKinds, recordOf } from './components.ts'

export function echoSpec(asked: Value, filled: Value): Value {
  const { region, domains } = filled
  return addIngress({ ...(follow(asked, filled) as Value), region, ...(domains !== undefined && { domains }) })
}

/** The fields that were sent, with the values that are to be stored. */
function follow(asked: unknown, filled: unknown): unknown {
  if (Array.isArray(asked) && Array.isArray(filled)) return filled.map((each, at) => follow(asked[at], each))
  if (!isRecord(asked) || !isRecord(filled)) return filled
  // A null that is still there has a meaning: any path.
  const sent = Object.entries(filled).filter(([name, each]) => asked[name] !== undefined && (asked[name] !== null || each === null))
  return Object.fromEntries(sent.map(([name, each]) => [name, follow(asked[name], each)]))
}

/** Where nothing says how requests find the components, all of them go to the first, and to the others under their names. */
function addIngress(spec: Value): Value {
  const ingress = recordOf(spec, 'ingress')
  const components = listComponents(spec, reachableKinds)
  const isSaid = listOf(ingress, 'rules').length > 0 || components.some(({ value }) => listOf(value, 'routes').length > 0)
  if (isSaid || components.length === 0) return spec
  const rules = components.map(({ name }, at) => ({ match: { path: { prefix: at === 0 ? '/' : `/${name}` } }, component: { name } }))
  return { ...spec, ingress: { ...ingress, rules } }
}
