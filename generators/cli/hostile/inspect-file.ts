/** Computes the structure of a generated file without its texts, and runs it. */
import { load } from 'js-yaml'
import type { GeneratedFile } from '../../kit/generated-file.ts'
import { inspectCompiled, type Inspection, inspectModule } from './inspect-module.ts'

/** Extensions of files that people review. */
const reviewedExtensions = new Set(['ts', 'md'])

const inspectors: Readonly<Record<string, (text: string) => Inspection>> = {
  ts: inspectModule,
  js: inspectCompiled,
  json: inspectJson,
  html: inspectPage,
  xml: inspectPage,
  yaml: inspectYaml,
}

/** Cache by extension and text. */
const seen = new Map<string, Map<string, Inspection>>()

export function inspectFile(file: GeneratedFile): Inspection {
  const extension = file.path.slice(file.path.lastIndexOf('.') + 1)
  const inspectionsByText = seen.get(extension) ?? new Map<string, Inspection>()
  seen.set(extension, inspectionsByText)
  const known = inspectionsByText.get(file.text)
  if (known) return known
  const inspected = (isProse.test(file.path) ? inspectProse : (inspectors[extension] ?? inspectText))(file.text)
  let problems: readonly string[] | undefined
  const inspection = {
    shape: inspected.shape,
    get problems() {
      const hidden = reviewedExtensions.has(extension) ? findHidden(file.text) : []
      return (problems ??= [...inspected.problems, ...findLost(file.text), ...hidden])
    },
  }
  inspectionsByText.set(file.text, inspection)
  return inspection
}

/** Ignores keys, which are texts too; compares their number and values. */
function inspectJson(text: string): Inspection {
  try {
    return { shape: shapeJson(JSON.parse(text)), problems: [] }
  } catch (error) {
    return { shape: '', problems: [`is not JSON: ${String(error)}`] }
  }
}

/** Uses js-yaml, which is ten times faster as it keeps no comments and positions. */
function inspectYaml(text: string): Inspection {
  try {
    return { shape: shapeJson(load(text)), problems: [] }
  } catch (error) {
    return { shape: '', problems: [`is not YAML: ${String(error)}`] }
  }
}

function shapeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeJson).toSorted().join()}]`
  if (typeof value === 'object' && value !== null) return `{${Object.values(value).map(shapeJson).toSorted().join()}}`
  return typeof value
}

/** Elements that Markdown, highlighted code, folded values and diagrams may produce. Links must stay within the site. */
const harmless = new Set(
  'p em strong s code pre a ul ol li span blockquote hr br wbr h1 h2 h3 h4 h5 h6 table thead tbody tr th td div g rect text path details summary'.split(
    ' ',
  ),
)

/** Lists the elements of a page, except harmless ones, and reports attributes that run code. */
function inspectPage(text: string): Inspection {
  const elements = [...text.matchAll(/<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>/g)]
  const problems = elements.flatMap(([, , name, attributes = '']) => [
    ...(/\s(?:on\w+|style|srcdoc)\s*=/i.test(attributes) ? [`has <${name}${attributes.slice(0, 60)}>`] : []),
    ...[...attributes.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) =>
      isOfSite(link) ? [] : [`leads to ${link.slice(0, 60)}`],
    ),
  ])
  const shape = elements.filter(([, , name = '']) => !harmless.has(name)).map(([, end, name]) => `${end}${name}`)
  return { shape: shape.toSorted().join(' '), problems }
}

function isOfSite(link: string): boolean {
  return (
    /^(?:\.\.\/)*[a-z0-9][a-z0-9/.-]*(?:\.html|\.md|\.svg|\.css|\.js|\.json|\.yaml|\.txt)(?:\?v=[0-9a-f]{8})?(?:#[\w.-]*)?$/.test(link) ||
    /^#[\w.-]*$/.test(link)
  )
}

/** Markdown pages: any number of lines, but no HTML elements outside code. */
const isProse = /\/dist\/site\/.*\.(?:md|txt)$/

function inspectProse(text: string): Inspection {
  const elements = text.replace(/(?<!`)(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)/g, '').match(/(?<!\\)<[!/?a-zA-Z][^\s>]*/g) ?? []
  return { shape: '', problems: elements.map((element) => `has ${element}`) }
}

/** Plain text: compares the number of lines and elements. */
function inspectText(text: string): Inspection {
  const elements = text.match(/<[!/?a-zA-Z][^\s>]*/g) ?? []
  return { shape: `${text.split('\n').length} lines ${elements.toSorted().join(' ')}`, problems: [] }
}

/** Reports lone surrogates, which are lost when the file is written. */
function findLost(text: string): string[] {
  return text.isWellFormed() ? [] : ['has half of a surrogate pair']
}

/** Reports characters that are invisible or reorder a line. */
function findHidden(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being looked for
  const [character] = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.exec(text) ?? []
  return character === undefined ? [] : [`has the character U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`]
}
