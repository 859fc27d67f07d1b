/**
 * Prints data as YAML 1.2 in block style, with JSON strings except for multi-line text. A YAML library takes as long for the largest
 * bundle as the whole site.
 */
const plainKey = /^[A-Za-z_$][\w$-]*$/
/** Longer keys need an explicit `?`. */
const maxKeyLength = 1000
const wordsOfYaml = /^(?:true|false|null|yes|no|on|off|y|n)$/i

export function printYaml(value: unknown): string {
  return `${printValue(value, '').trimStart()}\n`
}

/** Value after `key:` or `-`, with the preceding space or line break. */
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

/** Puts the first member of a mapping on the line of the dash. */
function printItem(item: unknown, indent: string): string {
  const valueText = printValue(item, indent)
  return valueText.startsWith(`\n${indent}`) ? ` ${valueText.slice(indent.length + 1)}` : valueText
}

function printKey(key: string, indent: string): string {
  if (key.length <= maxKeyLength && plainKey.test(key) && !wordsOfYaml.test(key)) return key
  const quoted = quote(key)
  return quoted.length > maxKeyLength ? `? ${quoted}\n${indent}` : quoted
}

function printScalar(value: unknown, indent: string): string {
  return typeof value === 'string' && isBlock(value) ? `|-\n${indent}${value.replaceAll('\n', `\n${indent}`)}` : quote(value)
}

/** Escapes characters that YAML treats as line breaks. */
function quote(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** True for multi-line text that needs no indentation indicator. */
function isBlock(text: string): boolean {
  return text.includes('\n') && /^(?:[\x21-\x7e\u00a1-\u1fff][\x20-\x7e\u00a1-\u1fff]*(?:\n|$))+$/.test(text) && !text.endsWith('\n')
}
