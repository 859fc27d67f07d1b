/** Topics of a Kafka cluster. Nothing produces messages here, so partitions are empty and no consumer group has read any. */
import { topicDefaults } from '../../catalogue/topic-defaults.ts'
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value, writeJson } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { type OpenCluster, openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const open = (call: Call, world: World) => openClusterOf(['kafka'], 'topics', call, world)

function topicKey({ parent }: OpenCluster, name: unknown): Key {
  return { kind: 'DatabaseTopic', parent, id: String(name) }
}

const replyTopic = (topic: Value): Reply => ({ body: writeJson({ topic }) })

const list: Behavior = (call, world) => {
  const { parent } = open(call, world)
  const topics = world.engine.all({ kind: 'DatabaseTopic', parent }).map(({ name, state, replication_factor, partition_count }) => ({
    name,
    state,
    replication_factor,
    partition_count,
  }))
  return replyValues(
    call,
    'topics',
    topics.toSorted((one, other) => (String(one.name) < String(other.name) ? -1 : 1)),
  )
}

const get: Behavior = (call, world) => replyTopic(world.engine.get(topicKey(open(call, world), call.path['topic_name'])))

const create: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { name, partition_count = 3, replication_factor = 2, config } = readBody(call)
  if (world.engine.find(topicKey(cluster, name))) throw conflict(`name: the cluster has a topic "${String(name)}" already.`)
  checkReplication(cluster, replication_factor)
  const topic = {
    name,
    state: 'active',
    partition_count,
    replication_factor,
    partitions: makePartitions(partition_count, replication_factor),
    config: { ...topicDefaults, ...ownSettings(config) },
  }
  return replyTopic(world.engine.create('DatabaseTopic', topic, { parent: cluster.parent }))
}

const update: Behavior = (call, world) => {
  const cluster = open(call, world)
  const key = topicKey(cluster, call.path['topic_name'])
  const topic = world.engine.get(key)
  const { partition_count: partitions, replication_factor: replicas } = topic
  const { partition_count = partitions, replication_factor = replicas, config } = readBody(call)
  checkReplication(cluster, replication_factor)
  if (Number(partition_count) < Number(partitions))
    throw unprocessable(`partition_count: the topic has ${String(partitions)} partitions, which can be added to but not taken away.`)
  const isRearranged = partition_count !== partitions || replication_factor !== replicas
  const changed = world.engine.change(key, {
    config: { ...(topic['config'] as Value), ...ownSettings(config) },
    ...(isRearranged && { partition_count, replication_factor, partitions: makePartitions(partition_count, replication_factor) }),
  })
  return replyTopic(changed)
}

const remove: Behavior = (call, world) => {
  world.engine.remove(topicKey(open(call, world), call.path['topic_name']))
  return {}
}

function checkReplication({ value: { num_nodes: nodes } }: OpenCluster, factor: unknown): void {
  if (Number(factor) > Number(nodes))
    throw unprocessable(`replication_factor: must not be more than the ${String(nodes)} nodes of the cluster.`)
}

function makePartitions(count: unknown, replicas: unknown): readonly Value[] {
  return Array.from({ length: Number(count) }, (_, id) => ({
    id,
    size: 0,
    in_sync_replicas: replicas,
    earliest_offset: 0,
    consumer_groups: null,
  }))
}

/** Those that a topic has; others are left out without a word. */
function ownSettings(config: unknown): Value {
  return Object.fromEntries(Object.entries(isRecord(config) ? config : {}).filter(([name]) => Object.hasOwn(topicDefaults, name)))
}

export const databaseTopics: FamilyBehavior = {
  operations: {
    databases_list_topics: list,
    databases_create_topic: create,
    databases_get_topic: get,
    databases_update_topic: update,
    databases_delete_topic: remove,
  },
}
