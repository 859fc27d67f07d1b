/**
 * Plain data as YAML 1.2: blocks, with every text as JSON has it, but for those of several lines. A library that keeps comments
 * and anchors takes as long for the largest bundle as the whole site.
 */
const plainKey = /^[A-Za-z_$][\w$-]*$/
/** Longer ones are announced. */
const maxKeyLength = 1000
const wordsOfYaml = /^(?:true|false|null|yes|no|on|off|y|n)$/i

export function printYaml(value: unknown): string {
  return `${printValue(value, '').trimStart()}\n`
}

/** What stands after `key:` or `-`, with the space or the line break before it. */
function printValue(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return value.map((item) => `\n${indent}-${printItem(item, `${indent}  `)}`).join('')
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    if (members.length === 0) return ' {}'
    return members.map(([key, member]) => `\n${indent}${printKey(key, indent)}:${printValue(member, `${indent}  `)}`).join('')
  }
  return ` ${printScalar(value, indent)}`
}

/** The first member of a mapping stands beside the dash. */
function printItem(item: unknown, indent: string): string {
  const printed = printValue(item, indent)
  return printed.startsWith(`\n${indent}`) ? ` ${printed.slice(indent.length + 1)}` : printed
}

function printKey(key: string, indent: string): string {
  if (key.length <= maxKeyLength && plainKey.test(key) && !wordsOfYaml.test(key)) return key
  const quoted = quote(key)
  return quoted.length > maxKeyLength ? `? ${quoted}\n${indent}` : quoted
}

function printScalar(value: unknown, indent: string): string {
  return typeof value === 'string' && isBlock(value) ? `|-\n${indent}${value.replaceAll('\n', `\n${indent}`)}` : quote(value)
}

/** JSON leaves characters in that YAML takes for the end of a line. */
function quote(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Several lines that need nothing said about their spaces. */
function isBlock(text: string): boolean {
  return text.includes('\n') && /^(?:[\x21-\x7e\u00a1-\u1fff][\x20-\x7e\u00a1-\u1fff]*(?:\n|$))+$/.test(text) && !text.endsWith('\n')
}
