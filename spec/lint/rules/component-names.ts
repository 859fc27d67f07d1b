/** Checks component names, which become type names: PascalCase, schema names unique in the specification, no global of JavaScript or TypeScript. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

/** Types without a value at runtime, which `globalThis` does not contain. */
const utilityTypes = new Set([
  'Awaited',
  'Capitalize',
  'Exclude',
  'Extract',
  'Iterable',
  'NonNullable',
  'Omit',
  'Parameters',
  'Partial',
  'Pick',
  'Readonly',
  'Record',
  'Required',
  'ReturnType',
  'Uppercase',
])

export const componentNames: Rule = () =>
  visitDocuments(({ document, specification, context, at }) => {
    for (const [kind, components] of Object.entries(document.content.components ?? {})) {
      // Names of security schemes are camelCase, because every operation's `security` uses them.
      if (kind === 'securitySchemes') continue
      for (const name of Object.keys(components)) {
        const location = at(['components', kind, name], { reportOnKey: true })
        if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
          report(context, `Expected a name in PascalCase under ${kind}; found \`${name}\`. Rename it and all references to it.`, location)
        }
        if (kind !== 'schemas') continue
        if (name in globalThis || utilityTypes.has(name)) {
          report(
            context,
            `Expected a schema name that hides no global; found \`${name}\`. Add the family as a prefix, for example \`Api${name}\`.`,
            location,
          )
        }
        const others = (specification.schemas.get(name) ?? []).filter((other) => other.document.path !== document.path)
        if (others.length > 0) {
          const where = others.map((other) => `${other.document.folder}/${other.document.file}`).join(', ')
          report(
            context,
            `Expected a schema name used once in the specification; found \`${name}\` also in ${where}. Refer to the other schema if it is the same; otherwise add the family as a prefix.`,
            location,
          )
        }
      }
    }
  })
