/** List of generators, with the folders that each owns: other files in them are removed. */
import type { GeneratedFile } from '../kit/generated-file.ts'
import { generateClient } from '../client/generate.ts'
import { generateMcp } from '../mcp/generate.ts'
import { generateMock } from '../mock/generate.ts'
import { generateOpenApi } from '../openapi/generate.ts'
import { generateControls } from '../sandbox/generate-controls.ts'
import { generateSandbox } from '../sandbox/generate.ts'
import { generateSurface } from '../surface/generate.ts'
import { generateTypes } from '../types/generate.ts'
import { type Memoize, withoutCache } from '../kit/memoize.ts'
import type { ApiModel } from '../model/api-model.ts'
import { readControls } from './read-controls.ts'

export interface Generator {
  readonly name: string
  readonly generate: (model: ApiModel, memoize?: Memoize) => GeneratedFile[]
  readonly folders: readonly string[]
}

const controlDocument = readControls()
/** Cached, as they do not depend on the model. */
let controls: readonly GeneratedFile[] | undefined

export const generators: readonly Generator[] = [
  { name: 'types', generate: generateTypes, folders: ['packages/types/src/generated'] },
  { name: 'client', generate: generateClient, folders: ['packages/client/src/generated'] },
  { name: 'mock', generate: generateMock, folders: ['packages/mock/src/generated'] },
  { name: 'mcp', generate: generateMcp, folders: ['packages/mcp/src/generated'] },
  {
    name: 'sandbox',
    generate: (model, memoize = withoutCache) => [
      ...generateSandbox(model, memoize),
      ...(controls ??= memoize(['controls', controlDocument], () => generateControls(controlDocument))),
    ],
    folders: ['packages/sandbox/src/generated'],
  },
  { name: 'openapi', generate: generateOpenApi, folders: ['packages/openapi/src/generated'] },
  { name: 'surface', generate: generateSurface, folders: [] },
]
