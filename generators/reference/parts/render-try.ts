/** Renders the "Try it" button of an operation, and the data from which its script builds the form. */
import { getFacts } from '../../kit/get-facts.ts'
import type { Api, Operation, Parameter } from '../../model/api-model.ts'
import { findRequest } from '../samples/find-request.ts'
import { type Html, html, trusted } from '../site/html.ts'
import type { TryForm, TryParameter } from '../try/try-request.ts'

/** Returns nothing for HTML pages, which other origins cannot read. */
export function renderTry(api: Api, operation: Operation, script: string): Html | undefined {
  if (operation.replies.some(({ status, content }) => status.startsWith('2') && content.some(({ mediaType }) => mediaType === 'text/html')))
    return undefined
  return html`<section class="try">
    <button type="button" class="send" data-script="${script}">Try it</button>
    <script type="application/json">
      ${trusted(renderData(getForm(api, operation)))}
    </script>
  </section>`
}

/** JSON that cannot close the enclosing script element. */
function renderData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

export function getForm(api: Api, operation: Operation): TryForm {
  const { method, path, parameters, body } = operation
  const request = findRequest(operation)
  const [content] = body?.content ?? []
  const reads = method === 'get' ? undefined : findRead(api, path)
  const fields = parameters.map((parameter) => getParameter(parameter, request?.[parameter.in]?.[parameter.name]))
  return {
    method,
    path,
    base: api.baseUrl,
    ...(!getFacts(operation).open && { secret: api.name === 'inference' ? 'key' : 'token' }),
    ...(operation.deprecated && { deprecated: true }),
    ...(fields.length > 0 && { parameters: fields }),
    ...(content && { body: { type: content.mediaType, value: content.examples[0]?.value } }),
    ...(reads !== undefined && { readPath: reads }),
  }
}

function getParameter({ name, in: location, required, deprecated, explode, schema }: Parameter, value: unknown): TryParameter {
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    ...(value !== undefined && { value: [value].flat().map(String).join() }),
    ...(schema.items !== undefined && explode && { repeats: true }),
  }
}

/** Finds the path of the resource or list that a request changes: the nearest readable path at or above its own. */
function findRead(api: Api, path: string): string | undefined {
  const readable = readables.get(api) ?? listReadable(api)
  readables.set(api, readable)
  const steps = path.split('/')
  const above = steps.map((_, index) => steps.slice(0, steps.length - index).join('/')).filter((each) => readable.has(each))
  return above.find((each) => each.endsWith('}')) ?? above[0]
}

const readables = new WeakMap<Api, ReadonlySet<string>>()

function listReadable({ families }: Api): ReadonlySet<string> {
  return new Set(
    families
      .flatMap(({ operations }) => operations)
      .filter(
        ({ method, parameters }) => method === 'get' && parameters.every((parameter) => parameter.in === 'path' || !parameter.required),
      )
      .map((operation) => operation.path),
  )
}
