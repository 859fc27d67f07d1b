/** A third-party generator or importer of OpenAPI documents. It is installed on first use in a separate project, not with the repository. */
export interface Generator {
  readonly name: string
  readonly packages: Readonly<Record<string, string>>
  /** A program of one of the packages with its arguments. */
  readonly command: (document: string, output: string) => readonly [program: string, ...args: string[]]
  /** Files that the program needs in its project, such as a configuration. */
  readonly files?: (document: string, output: string) => Readonly<Record<string, string>>
  /** Field of an operation from which the generator derives its name. */
  readonly nameField: 'operationId' | 'summary'
  /** Type expression for a schema if the output is TypeScript, which is then type-checked. */
  readonly typeOf?: (schema: string) => string
}

const kubb = '4.39.3'

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
    command: (document, output) => ['openapi-typescript', document, '-o', `${output}/schema.ts`],
    nameField: 'operationId',
    typeOf: (schema) => `import('./schema').components['schemas']['${schema}']`,
  },
  {
    name: 'hey-api',
    packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' },
    command: (document, output) => ['openapi-ts', '-i', document, '-o', output, '-c', '@hey-api/client-fetch', '--silent'],
    nameField: 'operationId',
    typeOf: (schema) => `import('./types.gen').${schema}`,
  },
  {
    name: 'orval',
    packages: { orval: '8.38.0', typescript: '5.9.3' },
    command: (document, output) => ['orval', '--input', document, '--output', `${output}/api.ts`, '--client', 'fetch'],
    nameField: 'operationId',
    typeOf: (schema) => `import('./api').${schema}`,
  },
  {
    name: 'kubb',
    packages: {
      '@kubb/cli': kubb,
      '@kubb/core': kubb,
      '@kubb/plugin-client': kubb,
      '@kubb/plugin-oas': kubb,
      '@kubb/plugin-ts': kubb,
      // Its own fetch client rejects boolean headers.
      axios: '1.21.1',
    },
    command: () => ['kubb', 'generate', '--config', 'kubb.config.mjs', '--logLevel', 'silent'],
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
    nameField: 'operationId',
    typeOf: (schema) => `import('./types').${schema}`,
  },
  {
    name: 'postman',
    packages: { 'openapi-to-postmanv2': '6.3.3' },
    command: (document, output) => ['openapi2postmanv2', '-s', document, '-o', `${output}/collection.json`],
    nameField: 'summary',
  },
]
