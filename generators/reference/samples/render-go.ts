/** Renders a sample in Go with `net/http`. */
import { getFacts } from '../../kit/get-facts.ts'
import { escapeUnseen } from '../../kit/emit-literal.ts'
import type { Operation } from '../../model/api-model.ts'
import { findRawType, type SampleRequest, renderAddress } from './find-request.ts'
import { hasResult } from './has-result.ts'

const formType = 'application/x-www-form-urlencoded'
export const checkError = ['if err != nil {', '  panic(err)', '}']

export function renderGo(operation: Operation, request: SampleRequest, token: string): string {
  const { header = {}, body } = request
  const { open, form } = getFacts(operation)
  const headers = [
    ...(open ? [] : [['Authorization', `"Bearer "+os.Getenv("${token}")`]]),
    ...Object.entries(header).map(([name, value]) => [name, emitGo(String(value))]),
    ...(body === undefined ? [] : [['Content-Type', emitGo(form ? formType : (findRawType(operation) ?? 'application/json'))]]),
  ]
  const hasBody = hasResult(operation)
  const imports = [...(hasBody ? ['fmt', 'io'] : []), 'net/http', 'os', ...(body === undefined ? [] : ['strings'])]
  const text = form ? encodeForm(body) : findRawType(operation) ? String(body) : JSON.stringify(body, null, 2)
  const address = `os.Getenv("SPINDRIFT_BASE_URL")+${emitGo(renderAddress(operation, request))}`
  const lines = [
    ...(body === undefined ? [] : [`body := strings.NewReader(${emitGo(text ?? '')})`]),
    `request, err := http.NewRequest("${operation.method.toUpperCase()}", ${address}, ${body === undefined ? 'nil' : 'body'})`,
    ...checkError,
    ...headers.map(([name = '', value]) => `request.Header.Set(${emitGo(name)}, ${value})`),
    'response, err := http.DefaultClient.Do(request)',
    ...checkError,
    'defer response.Body.Close()',
    ...(hasBody ? ['result, err := io.ReadAll(response.Body)', ...checkError, 'fmt.Println(string(result))'] : []),
  ]
  return `package main\n\nimport (\n${imports.map((name) => indent(`"${name}"`)).join('')})\n\nfunc main() {\n${lines.map(indent).join('')}}\n`
}

/** Go is indented with tabs. */
export function indent(line: string): string {
  return `\t${line.replace(/^ {2}/, '\t')}\n`
}

/** Uses a raw string for several lines. Go knows the escapes of JSON strings, except those of lone surrogates. */
export function emitGo(text: string): string {
  const source = text.toWellFormed()
  return source.includes('\n') && !/[`\r\u007f-\u{10ffff}]/u.test(source) ? `\`${source}\`` : escapeUnseen(JSON.stringify(source))
}

function encodeForm(body: unknown): string {
  return new URLSearchParams(Object.entries(Object(body)).map(([name, value]) => [name, String(value)])).toString()
}
