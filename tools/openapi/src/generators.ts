/** What others make of an OpenAPI document. Each is installed on first use, in a project of its own, so that nobody else has to. */
export interface Generator {
  readonly name: string
  readonly packages: Readonly<Record<string, string>>
  /** A program of one of the packages with its arguments. */
  readonly run: (document: string, output: string) => readonly [program: string, ...args: string[]]
  /** Files that the program wants beside it. */
  readonly files?: (document: string, output: string) => Readonly<Record<string, string>>
  /** What it names each operation by. */
  readonly names: 'operationId' | 'summary'
  /** Whether what it makes is TypeScript, to be checked. */
  readonly isTyped: boolean
}

const kubb = '4.39.3'

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
    run: (document, output) => ['openapi-typescript', document, '-o', `${output}/schema.ts`],
    names: 'operationId',
    isTyped: true,
  },
  {
    name: 'hey-api',
    packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' },
    run: (document, output) => ['openapi-ts', '-i', document, '-o', output, '-c', '@hey-api/client-fetch', '--silent'],
    names: 'operationId',
    isTyped: true,
  },
  {
    name: 'orval',
    packages: { orval: '8.38.0', typescript: '5.9.3' },
    run: (document, output) => ['orval', '--input', document, '--output', `${output}/api.ts`, '--client', 'fetch'],
    names: 'operationId',
    isTyped: true,
  },
  {
    name: 'kubb',
    packages: {
      '@kubb/cli': kubb,
      '@kubb/core': kubb,
      '@kubb/plugin-client': kubb,
      '@kubb/plugin-oas': kubb,
      '@kubb/plugin-ts': kubb,
      // Its own client by fetch takes no header that is a boolean.
      axios: '1.21.1',
    },
    run: () => ['kubb', 'generate', '--config', 'kubb.config.mjs', '--logLevel', 'silent'],
    files: (document, output) => ({
      'kubb.config.mjs': [
        `import { defineConfig } from '@kubb/core'`,
        `import { pluginClient } from '@kubb/plugin-client'`,
        `import { pluginOas } from '@kubb/plugin-oas'`,
        `import { pluginTs } from '@kubb/plugin-ts'`,
        `export default defineConfig({`,
        `  root: '.', input: { path: ${JSON.stringify(document)} }, output: { path: ${JSON.stringify(output)}, clean: true, format: false, lint: false },`,
        `  plugins: [pluginOas({ validate: false, generators: [] }), pluginTs(), pluginClient({ client: 'axios', bundle: true })],`,
        `})\n`,
      ].join('\n'),
    }),
    names: 'operationId',
    isTyped: true,
  },
  {
    name: 'postman',
    packages: { 'openapi-to-postmanv2': '6.3.3' },
    run: (document, output) => ['openapi2postmanv2', '-s', document, '-o', `${output}/collection.json`],
    names: 'summary',
    isTyped: false,
  },
]
