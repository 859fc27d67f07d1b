/** Renders a sample in Go with godo, the Go client of the platform. */
import type { Operation } from '../../model/api-model.ts'
import type { SampleRequest } from './find-request.ts'
import { type GodoMethod, godoMethods } from './godo-methods.ts'
import { checkError, emitGo, indent } from './render-go.ts'

/** Returns undefined if godo does not have the operation. */
export function renderGodo({ id }: Operation, { path = {}, body }: SampleRequest, token: string): string | undefined {
  const method = Object.hasOwn(godoMethods, id) ? godoMethods[id] : undefined
  if (!method) return undefined
  const args = [
    'ctx',
    ...Object.values(path).map(emitValue),
    ...(body === undefined ? [] : [emitBody(Object(body) as Readonly<Record<string, unknown>>, method)]),
    ...(method.hasOptions ? ['nil'] : []),
  ]
  const lines = [
    'ctx := context.Background()',
    `token := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("${token}")})`,
    'client, err := godo.New(oauth2.NewClient(ctx, token), godo.SetBaseURL(os.Getenv("SPINDRIFT_BASE_URL")+"/"))',
    ...checkError,
    `${method.hasResult ? 'result, _, err := ' : '_, err = '}client.${method.method}(${args.join(', ')})`,
    ...checkError,
    ...(method.hasResult ? ['fmt.Println(result)'] : []),
  ]
  const own = ['context', ...(method.hasResult ? ['fmt'] : []), 'os'].map((name) => indent(`"${name}"`))
  const others = ['github.com/digitalocean/godo', 'golang.org/x/oauth2'].map((name) => indent(`"${name}"`))
  return `package main\n\nimport (\n${own.join('')}\n${others.join('')})\n\nfunc main() {\n${lines.map(indent).join('')}}\n`
}

/** Aligns the values, as gofmt does. */
function emitBody(body: Readonly<Record<string, unknown>>, { body: type = '', fields = {} }: GodoMethod): string {
  const members = Object.entries(body).map(([name, value]) => [`${fields[name] ?? ''}:`, emitValue(value)] as const)
  const width = Math.max(...members.map(([name]) => name.length))
  return `&godo.${type}{\n${members.map(([name, value]) => `\t\t${name.padEnd(width)} ${value},\n`).join('')}\t}`
}

/** Lists have text or integers. */
function emitValue(value: unknown): string {
  if (Array.isArray(value)) return `[]${typeof value[0] === 'number' ? 'int' : 'string'}{${value.map(emitValue).join(', ')}}`
  return typeof value === 'string' ? emitGo(value) : String(value)
}
