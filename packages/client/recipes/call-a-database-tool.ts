import { createTools } from '@spindrift/client/tools'

const tools = createTools()

await tools.call('db-cluster-create', {
  name: 'orders',
  engine: 'pg',
  version: '17',
  region: 'nyc3',
  size: 'db-s-1vcpu-1gb',
  num_nodes: 1,
})
console.log(JSON.stringify(await tools.call('db-cluster-list')))
