/**
 * What the protocol's conformance suite expects of a server: its tools, resources and prompts, over our transport. It shows that the
 * transport carries everything the protocol has, and not only what our own tools use of it.
 */
import { inputRequired, inputResponse, Server, type ServerContext } from '@modelcontextprotocol/server'
import { serveHttp } from '../src/server/serve-http.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: png, mimeType: 'image/png' }
const embedded = {
  type: 'resource',
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
}
const input = { type: 'object', properties: {} }

type Use = (values: Readonly<Record<string, unknown>>, context: ServerContext) => Promise<object> | object

const wait = () => new Promise((resolve) => setTimeout(resolve, 50))

const tools: Readonly<Record<string, { readonly schema?: object; readonly use: Use }>> = {
  test_simple_text: { use: () => ({ content: [text('This is a simple text response for testing.')] }) },
  test_image_content: { use: () => ({ content: [image] }) },
  test_audio_content: { use: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: { use: () => ({ content: [embedded] }) },
  test_multiple_content_types: { use: () => ({ content: [text('Multiple content types test:'), image, embedded] }) },
  test_error_handling: { use: () => ({ content: [text('This tool intentionally returns an error for testing')], isError: true }) },
  test_tool_with_logging: {
    use: async (_values, { mcpReq }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', data)
        await wait()
      }
      return { content: [text('done')] }
    },
  },
  test_tool_with_progress: {
    use: async (_values, { mcpReq }) => {
      const { _meta: meta } = mcpReq
      const progressToken = meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
        await wait()
      }
      return { content: [text('done')] }
    },
  },
  test_sampling: {
    schema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    use: async ({ prompt }, { mcpReq }) => {
      // On the stream of this call: the other one may not be open yet.
      const options = { relatedRequestId: mcpReq.id }
      const { content } = await mcpReq.requestSampling(
        {
          messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
          maxTokens: 100,
        },
        options,
      )
      return { content: [text(`LLM response: ${'text' in content ? content.text : ''}`)] }
    },
  },
  test_elicitation: {
    schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    use: ({ message }, context) =>
      elicit(context, String(message), { username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']),
  },
  test_elicitation_sep1034_defaults: {
    use: (_values, context) =>
      elicit(context, 'Please review', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  test_elicitation_sep1330_enums: {
    use: (_values, context) => {
      const options = ['option1', 'option2', 'option3']
      const titled = options.map((each, n) => ({ const: each.replace('option', 'value'), title: `Option ${n + 1}` }))
      return elicit(context, 'Please choose', {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      })
    },
  },
  test_reconnection: { use: async () => (await wait(), { content: [text('done')] }) },
  json_schema_2020_12_tool: {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    use: () => ({ content: [text('done')] }),
  },
}

function elicit({ mcpReq }: ServerContext, message: string, properties: object, required?: readonly string[]) {
  const answer = inputResponse(mcpReq.inputResponses, 'form')
  if (answer.kind === 'elicit') return { content: [text(`User response: ${answer.action}, content: ${JSON.stringify(answer.content)}`)] }
  const requestedSchema = { type: 'object', properties, ...(required && { required }) } as never
  return inputRequired({ inputRequests: { form: inputRequired.elicit({ message, requestedSchema }) } })
}

const prompts: Readonly<Record<string, readonly object[]>> = {
  test_simple_prompt: [text('This is a simple prompt for testing.')],
  test_prompt_with_embedded_resource: [embedded, text('Please process the embedded resource above.')],
  test_prompt_with_image: [image, text('Please analyze the image above.')],
}

function makeServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
      jsonSchemaValidator: { getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }) },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { schema }]) => ({
      name,
      description: name,
      inputSchema: (schema ?? input) as typeof input & { type: 'object' },
    })),
  }))
  server.setRequestHandler('tools/call', (async (
    { params }: { params: { name: string; arguments?: Record<string, unknown> } },
    context: ServerContext,
  ) => {
    const tool = tools[params.name]
    if (!tool) throw new Error(`There is no tool ${params.name}.`)
    return tool.use(params.arguments ?? {}, context)
  }) as never)
  addResources(server)
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }))
  addPrompts(server)
  return server
}

function addResources(server: Server): void {
  const resources = ['test://static-text', 'test://static-binary', 'test://watched-resource']
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map((uri) => ({ uri, name: uri, mimeType: uri.endsWith('binary') ? 'image/png' : 'text/plain' })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] }
    const [, id] = /^test:\/\/template\/(.+)\/data$/.exec(uri) ?? []
    if (id !== undefined)
      return {
        contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
      }
    return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
  })
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
}

function addPrompts(server: Server): void {
  const withArguments = {
    name: 'test_prompt_with_arguments',
    description: 'a prompt',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
  }
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...Object.keys(prompts).map((name) => ({ name, description: 'a prompt' })), withArguments],
  }))
  server.setRequestHandler('prompts/get', (({ params }: { params: { name: string; arguments?: Record<string, string> } }) => {
    const { arg1, arg2, resourceUri } = params.arguments ?? {}
    const given = text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)
    const contents = (prompts[params.name] ?? [given]).map((content) =>
      'resource' in content && resourceUri !== undefined ? { ...embedded, resource: { ...embedded.resource, uri: resourceUri } } : content,
    )
    return { messages: contents.map((content) => ({ role: 'user', content })) }
  }) as never)
}

export function serveConformance() {
  return serveHttp(makeServer, { port: 0, forwardsTokens: false, report: () => {} })
}
