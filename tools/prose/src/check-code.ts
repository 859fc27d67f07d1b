import jsTokens from 'js-tokens'
import type { Finding } from './finding.ts'
import { commentOpening, retiredNames, retiredPrefix } from './retired-names.ts'

const doesIo =
  /readFile|writeFile|createReadStream|createWriteStream|node:fs|node:net|IncomingMessage|arrayBuffer\(|socket|fetch\(|process\.std|prepare\(|query\(|type: 'json' \}/

/** Checks the doc comments and identifiers of one TypeScript or JavaScript file. A name counts once per file. */
export function checkCode(file: string, text: string): Finding[] {
  const findings: Finding[] = []
  const seen = new Set<string>()
  const hasIo = doesIo.test(text)
  let line = 1
  let previous = ''
  for (const { type, value } of jsTokens(text, { jsx: file.endsWith('x') })) {
    if (type === 'MultiLineComment' && value.startsWith('/**')) {
      const opening = commentOpening.exec(value.replace(/^\/\*\*[\s*]*/, ''))?.[0]
      if (opening !== undefined) findings.push({ rule: 'doc comment opening', file, line, found: opening })
    }
    if (type === 'IdentifierName') {
      const term = retiredNames.get(value) ?? (retiredPrefix.test(value) ? 'max… or min… with the unit' : undefined)
      if (term !== undefined && !seen.has(value)) findings.push({ rule: 'retired name', file, line, found: `${value}: use ${term}` })
      seen.add(value)
      if (!hasIo && previous === 'function' && /^(?:read|write)[A-Z]/.test(value))
        findings.push({ rule: 'read or write without I/O', file, line, found: value })
    }
    if (type !== 'WhiteSpace') previous = value
    line += value.split('\n').length - 1
  }
  return findings
}
