/** Documents begin alike, are named alike, and are numbered with the release. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'

const topKeys = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'] as const

export const documentHead: Rule = () =>
  visitDocuments(({ document, context, at }) => {
    const { content, file } = document
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.yaml$/.test(file)) {
      report(
        context,
        {
          expected: 'a document name in kebab-case, sub-resources after a dot',
          came: `\`${file}\``,
          mend: 'Rename it like `databases.users.yaml`.',
        },
        at(['openapi'], { reportOnKey: true }),
      )
    }
    if (content['openapi'] !== '3.1.1') {
      report(
        context,
        { expected: '`openapi: 3.1.1`', came: JSON.stringify(content['openapi']), mend: 'Write that version first.' },
        at(['openapi']),
      )
    }
    const info = content['info']
    if (isObject(info) && info['version'] !== '2.0.0') {
      report(
        context,
        {
          expected: '`version: 2.0.0` in `info`',
          came: JSON.stringify(info['version']),
          mend: 'All documents carry the version of the specification.',
        },
        at(['info']),
      )
    }
    if (file === 'openapi.yaml') return
    const keys = Object.keys(content).filter((key) => topKeys.some((known) => known === key))
    const sorted = topKeys.filter((key) => keys.includes(key))
    if (keys.join() === sorted.join()) return
    report(
      context,
      { expected: `the order ${sorted.join(', ')}`, came: keys.join(', '), mend: 'Move the parts into that order.' },
      at([keys.find((key, index) => key !== sorted[index]) ?? 'openapi'], { reportOnKey: true }),
    )
  })
