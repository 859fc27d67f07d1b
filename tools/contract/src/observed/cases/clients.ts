/** What unmodified clients send or look for, whatever family they speak to. */
import type { Cases, Json, Probe } from '../probe.ts'

const size = 's-1vcpu-1gb'
const image = 'ubuntu-24-04-x64'

async function makeDroplet({ make, pass }: Probe, more: object = {}): Promise<Json> {
  const { droplet } = await make('POST', '/v2/droplets', { name: 'web-01', region: 'nyc3', size, image, ...more })
  await pass(120)
  return droplet
}

async function makeCluster({ make, pass }: Probe, more: object = {}): Promise<Json> {
  const pool = { name: 'pool', size: 's-2vcpu-4gb', count: 1, ...more }
  const { kubernetes_cluster: cluster } = await make('POST', '/v2/kubernetes/clusters', {
    name: 'bindery',
    region: 'nyc3',
    version: 'latest',
    node_pools: [pool],
  })
  await pass(600)
  return cluster
}

async function makeDatabase({ make, pass }: Probe): Promise<string> {
  const body = { name: 'orders-pg', engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 }
  const { database } = await make('POST', '/v2/databases', body)
  await pass(600)
  return database.id
}

export const clients: Cases = {
  'clients-01': async ({ make, delete: remove }) => {
    await make('POST', '/v2/tags', { name: 'storefront' })
    return remove('/v2/tags/storefront', undefined, { headers: { 'content-type': 'application/json' } })
  },
  'clients-02': async (probe) => {
    const { id } = await makeDroplet(probe, { tags: ['storefront'] })
    const answer = await probe.delete('/v2/tags/storefront/resources', {
      resources: [{ resource_id: String(id), resource_type: 'droplet' }],
    })
    probe.holds('the tags', (await probe.get(`/v2/droplets/${id}`)).body.droplet.tags, [])
    return answer
  },
  'clients-03': ({ post, seen }) =>
    seen(
      post('/v2/tags?private=1', { name: 'storefront', description: 'Of the shop', private_networking: true }),
      'the name',
      ({ body }) => body.tag.name,
      'storefront',
    ),
  'clients-04': async (probe) => {
    const { id } = await makeDroplet(probe)
    const answer = await probe.post('/v2/reserved_ips', { droplet_id: String(id) })
    await probe.pass(60)
    const { reserved_ip } = (await probe.get(`/v2/reserved_ips/${answer.body.reserved_ip.ip}`)).body
    probe.holds('the droplet', reserved_ip.droplet.id, id)
    return answer
  },
  'clients-05': ({ post, seen }) =>
    seen(
      post('/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10, tags: null, snapshot_id: '' }),
      'the tags',
      ({ body }) => body.volume.tags,
      [],
    ),
  'clients-06': async ({ get, holds }) => {
    const [asked, all] = [await get('/v2/1-clicks?type='), await get('/v2/1-clicks')]
    holds('what is listed', asked.body, all.body)
    return asked
  },
  'clients-07': async (probe) => {
    const cluster = await makeCluster(probe, { taints: [{ Key: 'gpu', Value: 'yes', Effect: 'NoSchedule' }] })
    return probe.seen(
      probe.get(`/v2/kubernetes/clusters/${cluster.id}`),
      'the taints',
      ({ body }) => body.kubernetes_cluster.node_pools[0].taints,
      [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
    )
  },
  'clients-08': ({ post, seen }) =>
    seen(
      post('/v2/projects', { name: 'Storefront', purpose: 'Web Application', environment: 'production' }),
      'the environment',
      ({ body }) => body.project.environment,
      'Production',
    ),
  'clients-09': async ({ make, get, seen }) => {
    const { reserved_ipv6: made } = await make('POST', '/v2/reserved_ipv6', { region_slug: 'nyc3' })
    const whole = String(made.ip).toUpperCase()
    return seen(get(`/v2/reserved_ipv6/${whole}`), 'the address', ({ body }) => body.reserved_ipv6.ip, made.ip)
  },
  'clients-10': async (probe) => {
    const { id } = await makeCluster(probe)
    await probe.make('DELETE', `/v2/kubernetes/clusters/${id}`)
    return probe.get(`/v2/kubernetes/clusters/${id}`)
  },
  'clients-11': async (probe) => {
    const { volume } = await probe.make('POST', '/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
    const droplet = await makeDroplet(probe, { volumes: [{ name: 'covers' }] })
    return probe.seen(probe.get(`/v2/droplets/${droplet.id}`), 'the volumes', ({ body }) => body.droplet.volume_ids, [volume.id])
  },
  'clients-12': async ({ make, get, holds }) => {
    await make('POST', '/v2/tags', { name: 'storefront' })
    const answer = await get('/v2/tags?page=9&per_page=200')
    const { next, last } = answer.body.links.pages ?? {}
    holds(
      'the tags, their number and what comes next',
      [answer.body.tags, answer.body.meta.total, next, last],
      [[], 1, undefined, undefined],
    )
    return answer
  },
  'clients-13': async ({ make, post, get, pass, seen }) => {
    const { volume } = await make('POST', '/v2/volumes', { name: 'covers', region: 'nyc3', size_gigabytes: 10 })
    const { action } = (await post(`/v2/volumes/${volume.id}/actions`, { type: 'resize', size_gigabytes: 20, region: 'nyc3' })).body
    await pass(60)
    return seen(get(`/v2/actions/${action.id}`), 'its status', ({ body }) => body.action.status, 'completed')
  },
  'clients-14': async (probe) => {
    const id = await makeDatabase(probe)
    const path = `/v2/databases/${id}/firewall`
    await probe.make('PUT', path, { rules: [{ type: 'ip_addr', value: '203.0.113.10' }] })
    const answer = await probe.put(path, { rules: null })
    probe.holds('the rules', (await probe.get(path)).body.rules, [])
    return answer
  },
  'clients-15': async (probe) => {
    const id = await makeDatabase(probe)
    const config = { server: 'logs.tidewater.example', port: 514, tls: false, format: 'rfc5424' }
    const made = await probe.make('POST', `/v2/databases/${id}/logsink`, { sink_name: 'archive', sink_type: 'rsyslog', config })
    return probe.seen(
      probe.get(`/v2/databases/${id}/logsink/${made.sink.sink_id}`),
      'both shapes',
      ({ body }) => [body.sink_name, body.sink?.sink_name],
      ['archive', 'archive'],
    )
  },
  'clients-16': async ({ make, post, get, holds }) => {
    await make('POST', '/v2/domains', { name: 'tidewater.example' })
    const path = '/v2/domains/tidewater.example/records'
    const answer = await post(path, {
      type: 'TXT',
      name: '_acme-challenge.WWW.tidewater.example.',
      data: 'token',
      priority: 0,
      port: 0,
      weight: 0,
      flags: 0,
    })
    const { domain_records: found } = (await get(`${path}?name=_acme-challenge.www.tidewater.example`)).body
    holds(
      'the name, and how many are found by the whole of it',
      [answer.body.domain_record.name.toLowerCase(), found.length],
      ['_acme-challenge.www', 1],
    )
    return answer
  },
  'clients-17': async (probe) => {
    const { id } = await makeDroplet(probe)
    const start = async (type: string) => {
      await probe.make('POST', `/v2/droplets/${id}/actions`, { type })
      await probe.pass(60)
    }
    await start('shutdown')
    const answer = await probe.post(`/v2/droplets/${id}/actions`, { type: 'shutdown' })
    probe.holds('the status', (await probe.get(`/v2/droplets/${id}`)).body.droplet.status, 'off')
    return answer
  },
  'clients-18': ({ get, seen }) =>
    seen(get('/v2/gen-ai/models/routers?per_page=1000'), 'the routers', ({ body }) => body.model_routers, []),
  'clients-19': async ({ post, credentials, holds }) => {
    const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Say hello!' }] }
    const answer = await post(
      '/v1/chat/completions',
      { ...question, stream_options: { include_usage: true } },
      { token: credentials.inference_key },
    )
    holds('whether it is refused', answer.status >= 400, true)
    return answer
  },
  'clients-20': ({ post, seen }) =>
    seen(
      post('/v2/droplets', { name: 'web-01', region: 'nyc3', size, image, ssh_keys: [], tags: false }),
      'the tags',
      ({ body }) => body.droplet.tags,
      [],
    ),
  'clients-21': async (probe) => {
    const { id } = await makeDroplet(probe)
    probe.holds('the droplet', (await probe.get(`/v2/droplets/${id}/`)).body.droplet.id, id)
    return probe.seen(probe.get('/v2/droplets/?page=1&per_page=200'), 'the droplets', ({ body }) => body.droplets.length, 1)
  },
  'clients-22': async ({ post, holds }) => {
    const answer = await post('/v2/kubernetes/clusters', {
      name: 'bindery',
      region: 'nyc3',
      version: 'latest',
      maintenance_policy: { start_time: '', duration: '', day: 'any' },
      node_pools: [{ name: 'pool', size: 's-2vcpu-4gb', count: 1, taints: [] }],
    })
    const { start_time: start, day } = answer.body.kubernetes_cluster.maintenance_policy
    holds('the window', [start, day], ['00:00', 'any'])
    return answer
  },
  'clients-23': async ({ post, credentials, seen }) => {
    const question = { model: 'llama3.3-70b-instruct', messages: [{ role: 'user', content: 'Say hello!' }], max_completion_tokens: 16 }
    return seen(
      post('/v1/chat/completions', question, { token: credentials.inference_key }),
      'the tokens',
      ({ body }) => body.usage.completion_tokens,
      16,
    )
  },
  'clients-24': ({ get, credentials, seen }) =>
    seen(get('/v1/models/llama3.3-70b-instruct', { token: credentials.inference_key }), 'the model', ({ body }) => [body.id, body.object], [
      'llama3.3-70b-instruct',
      'model',
    ]),
  'clients-25': async ({ post, credentials, seen }) => {
    const order = { model: 'openai-gpt-image-1', prompt: 'A baby otter in calm blue water' }
    return seen(
      post('/v1/images/generations', order, { token: credentials.inference_key }),
      'the pictures',
      ({ body }) => body.data.length,
      1,
    )
  },
  'clients-26': async ({ post, credentials, holds }) => {
    const token = credentials.inference_key
    for (const id of ['fal-ai/flux/schnell', 'fal-ai/stable-audio-25/text-to-audio', 'fal-ai/elevenlabs/tts/multilingual-v2']) {
      const run = await post('/v1/async-invoke', { model_id: id, input: { prompt: 'A yellow star', text: 'A yellow star' } }, { token })
      holds(id, run.body.status, 'QUEUED')
    }
    return post('/v1/responses', { model: 'openai-gpt-oss-20b', input: 'What is 2+2?' }, { token })
  },
  'clients-27': async (probe) => {
    const { path, name } = await makeKnowledgeBase(probe)
    const answer = await probe.put(path, { database_id: '', embedding_model_uuid: '', name: '', project_id: '', tags: null, uuid: '' })
    const { knowledge_base: base } = answer.body
    probe.holds('its name and tags', [base.name, base.tags], [name, ['help']])
    return answer
  },
  'clients-28': async (probe) => {
    const { make, put, holds } = probe
    const { project, model } = await findModel(probe, 'Llama 3.3 Instruct 70B')
    const asked = { name: 'helper', instruction: 'Help.', model_uuid: model, project_id: project, region: 'tor1' }
    const { agent } = await make('POST', '/v2/gen-ai/agents', asked)
    const { namespace } = await make('POST', '/v2/functions/namespaces', { label: 'orders', region: 'tor1' })
    const input = { parameters: [{ in: 'query', name: 'order', schema: { type: 'string' } }] }
    const path = `/v2/gen-ai/agents/${agent.uuid}/functions`
    const function_name = 'order-status'
    const target = { faas_name: 'default/orders', faas_namespace: namespace.namespace }
    const made = await make('POST', path, { function_name, description: 'Says where an order is.', ...target, input_schema: input })
    const output = { properties: [{ name: 'state', type: 'string', description: 'Where it is' }] }
    const sent = { input_schema: { parameters: null }, output_schema: output }
    const answer = await put(`${path}/${made.agent.functions[0].uuid}`, sent)
    const [shown] = answer.body.agent.functions
    holds('what it takes and gives back', [shown.input_schema, shown.output_schema], [input, output])
    return answer
  },
  'clients-29': async ({ get, holds }) => {
    const [regions, images, sizes] = [
      await get('/v2/regions?per_page=1000'),
      await get('/v2/images?per_page=1000'),
      await get('/v2/sizes?per_page=1000'),
    ]
    holds('the answers to the others', [regions.status, images.status], [200, 200])
    holds('whether a page has more than 200', sizes.body.sizes.length > 200, false)
    return sizes
  },
  'clients-30': async ({ make, post, holds }) => {
    const pool = { name: 'pool', size: 's-1vcpu-2gb', count: 1, min_nodes: 1, max_nodes: 1 }
    const asked = { name: 'bindery', region: 'sfo3', version: 'latest', node_pools: [pool] }
    const { kubernetes_cluster: cluster } = await make('POST', '/v2/kubernetes/clusters', asked)
    const answer = await post('/v2/1-clicks/kubernetes', { addon_slugs: ['loki', 'keda'], cluster_uuid: cluster.id })
    holds('whether it says so', typeof answer.body.message, 'string')
    return answer
  },
  'clients-31': async (probe) => {
    const { metrics } = await probe.make('GET', '/v2/gen-ai/evaluation_metrics')
    const [first, second] = metrics.map((metric: Json) => metric.metric_uuid)
    const dataset = await makeDataset(probe)
    const asked = { name: 'help', dataset_uuid: dataset, metrics: [first], star_metric: { metric_uuid: first, success_threshold_pct: 80 } }
    const { test_case_uuid: uuid } = await probe.make('POST', '/v2/gen-ai/evaluation_test_cases', asked)
    const answer = await probe.put(`/v2/gen-ai/evaluation_test_cases/${uuid}`, { ...asked, test_case_uuid: uuid, metrics: [first, second] })
    const shown = answer.body.evaluation_test_case.metrics.map((metric: Json) => metric.metric_uuid)
    probe.holds('the metrics', shown, [first, second])
    return answer
  },
}

async function findModel({ make }: Probe, name: string): Promise<Json> {
  const { models } = await make('GET', '/v2/gen-ai/models?per_page=200')
  const { project } = await make('GET', '/v2/projects/default')
  return { project: project.id, model: models.find((model: Json) => model.name === name)?.uuid }
}

async function makeKnowledgeBase(probe: Probe): Promise<Json> {
  const { project, model } = await findModel(probe, 'GTE Large EN v1.5')
  const pages = { web_crawler_data_source: { base_url: 'https://help.tidewater.example', crawling_option: 'SCOPED' } }
  const asked = {
    name: 'shop-pages',
    project_id: project,
    region: 'tor1',
    embedding_model_uuid: model,
    datasources: [pages],
    tags: ['help'],
  }
  const { knowledge_base: base } = await probe.make('POST', '/v2/gen-ai/knowledge_bases', asked)
  return { path: `/v2/gen-ai/knowledge_bases/${base.uuid}`, name: base.name }
}

async function makeDataset({ make, ask }: Probe): Promise<string> {
  const rows = 'query\n"{""question"":""Where is my order?""}"\n'
  const file = { file_name: 'help.csv', file_size: rows.length }
  const { uploads } = await make('POST', '/v2/gen-ai/evaluation_datasets/file_upload_presigned_urls', { files: [file] })
  const { pathname, search } = new URL(uploads[0].presigned_url)
  await ask('PUT', `${pathname}${search}`, rows, { token: '', headers: { 'content-type': 'text/csv' } })
  const stored = { original_file_name: file.file_name, stored_object_key: uploads[0].object_key, size_in_bytes: rows.length }
  return (await make('POST', '/v2/gen-ai/evaluation_datasets', { name: 'help', file_upload_dataset: stored })).evaluation_dataset_uuid
}
