/** The lower limit: a minimal tool server. It reads a line, sends a request to the platform and writes a line, without protocol and checks. */
const { Agent, get } = process.getBuiltinModule('node:http')
const { hostname, port } = new URL(process.env['SPINDRIFT_BASE_URL'] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let buffered = ''

interface Message {
  readonly id?: number
  readonly method: string
}

const sendResult = (id: number | undefined, result: unknown) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

function handleMessage({ id, method }: Message): void {
  if (id === undefined) return
  if (method !== 'tools/call') {
    sendResult(id, {})
    return
  }
  get({ host: hostname, port, path: '/v2/databases', agent }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => sendResult(id, { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as unknown }))
  })
}

process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  buffered += chunk
  const lines = buffered.split('\n')
  buffered = lines.pop() ?? ''
  for (const line of lines) handleMessage(JSON.parse(line) as Message)
})
