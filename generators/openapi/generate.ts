/** Generates packages/openapi/src/generated: the bundles with (`whole/`) and without (`plain/`) our extensions. All files are build output. */
import { banner } from '../kit/banner.ts'
import type { GeneratedFile } from '../kit/generated-file.ts'
import { printJson } from '../kit/print-json.ts'
import { printYaml } from '../kit/print-yaml.ts'
import { emitLiteral } from '../kit/emit-literal.ts'
import type { ApiModel } from '../model/api-model.ts'
import { createPlainDocument } from './plain-document.ts'

const folder = 'packages/openapi/src/generated'

export function generateOpenApi(model: ApiModel): GeneratedFile[] {
  const names = model.apis.map(({ name }) => name)
  return [
    {
      path: `${folder}/apis.ts`,
      text: `${banner('openapi')}\n/** API names; each API has its own document. */\nexport const apis = ${emitLiteral(names)} as const\n`,
    },
    ...model.apis.flatMap(({ name, document }) => [
      ...emitDocument(`${folder}/whole/${name}`, document),
      ...emitDocument(`${folder}/plain/${name}`, createPlainDocument(document)),
    ]),
  ]
}

function emitDocument(path: string, document: unknown): GeneratedFile[] {
  return [
    { path: `${path}.json`, text: printJson(document, 3) },
    { path: `${path}.yaml`, text: printYaml(document) },
  ]
}
