/** The limit: a tool server with nothing in it. It reads a line, asks the platform, writes a line; no protocol, no checks. */
const { Agent, get } = process.getBuiltinModule('node:http')
const { hostname, port } = new URL(process.env['SPINDRIFT_BASE_URL'] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let rest = ''

interface Message {
  readonly id?: number
  readonly method: string
}

const answer = (id: number | undefined, result: unknown) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

function read({ id, method }: Message): void {
  if (id === undefined) return
  if (method !== 'tools/call') {
    answer(id, {})
    return
  }
  get({ host: hostname, port, path: '/v2/databases', agent }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => answer(id, { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as unknown }))
  })
}

process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  rest += chunk
  const lines = rest.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) read(JSON.parse(line) as Message)
})
