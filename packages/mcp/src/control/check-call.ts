/** Validates the arguments of the three control tools: missing, unknown and misplaced ones. */
import { describeFault, suggest } from '../arguments/describe-fault.ts'
import { describeAccepted, describeValue } from '../arguments/describe-accepted.ts'
import { sanitizeLine } from '../results/sanitize.ts'
import type { OperationDetails } from '../tables/catalog-row.ts'
import type { ArgumentSchema, ListedTool } from '../tables/tool-row.ts'
import { isObject, type JsonObject } from '../values.ts'

/** Validates against the three schemas of `list-control-tools.ts`, which are flat. */
export function checkFlat({ inputSchema }: ListedTool, values: JsonObject): string[] {
  const schema = inputSchema as ArgumentSchema
  const known = schema.properties ?? {}
  const required = (inputSchema['required'] ?? []) as readonly string[]
  const fault = (keyword: string, params: JsonObject) => describeFault({ instancePath: '', keyword, params }, { schema, values })
  return [
    ...required.filter((name) => values[name] === undefined).map((name) => fault('required', { missingProperty: name })),
    ...Object.entries(values).flatMap(([name, value]) => {
      const own = Object.hasOwn(known, name) ? known[name] : undefined
      if (!own) return [fault('additionalProperties', { additionalProperty: name })]
      return value === undefined || matchesSchema(value, own)
        ? []
        : [`${name}: must be ${describeAccepted(own)}. It is ${describeValue(value)}.`]
    }),
  ]
}

function matchesSchema(
  value: unknown,
  { type, minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity }: ArgumentSchema,
): boolean {
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  if (type === 'string') return typeof value === 'string' && value.length >= minLength && value.length <= maxLength
  return isObject(value)
}

/** Checks that the required parameters of an operation are present and that all names are known. The platform validates the values. */
export function checkCall(details: OperationDetails, values: JsonObject): string[] {
  const inPlace = (location: string) => details.parameters.filter((parameter) => parameter.in === location)
  return [
    ...['path', 'query'].flatMap((location) => {
      const partValues = isObject(values[location]) ? values[location] : {}
      const names = inPlace(location).map(({ name }) => name)
      return [
        ...inPlace(location)
          .filter(({ name, required }) => required && partValues[name] === undefined)
          .map(({ name, description }) => `${location}.${name}: is required. ${sanitizeLine(description, 200)}`),
        ...Object.keys(partValues)
          .filter((name) => !names.includes(name))
          .map((name) => `${location}.${sanitizeLine(name, 100)}: is unknown.${suggest(name, names)}`),
        ...Object.entries(partValues)
          .filter(([, value]) => isObject(value) || value === null)
          .map(
            ([name, value]) =>
              `${location}.${sanitizeLine(name, 100)}: must be a string, a number, a boolean, or an array of them. It is ${describeValue(value)}.`,
          ),
      ]
    }),
    ...(details.body?.required && values['body'] === undefined ? ['body: is required. describe_operation returns its schema.'] : []),
    ...(!details.body && values['body'] !== undefined ? ['body: this operation has no body.'] : []),
  ]
}
