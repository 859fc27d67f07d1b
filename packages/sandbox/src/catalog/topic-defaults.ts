/** Default configuration of Kafka topics. */
import type { Kinds } from '../generated/types.ts'

/** Means no limit; `writeJson` writes it with all digits. */
const unlimited = 2 ** 63

export const topicDefaults: Kinds['DatabaseTopic']['config'] = {
  cleanup_policy: 'delete',
  compression_type: 'producer',
  delete_retention_ms: 86_400_000,
  file_delete_delay_ms: 60_000,
  flush_messages: unlimited,
  flush_ms: unlimited,
  index_interval_bytes: 4096,
  max_compaction_lag_ms: unlimited,
  max_message_bytes: 1_048_588,
  message_down_conversion_enable: true,
  message_format_version: '3.0-IV1',
  message_timestamp_difference_max_ms: unlimited,
  message_timestamp_type: 'create_time',
  min_cleanable_dirty_ratio: 0.5,
  min_compaction_lag_ms: 0,
  min_insync_replicas: 1,
  preallocate: false,
  retention_bytes: -1,
  retention_ms: 604_800_000,
  segment_bytes: 209_715_200,
  segment_index_bytes: 10_485_760,
  segment_jitter_ms: 0,
  segment_ms: 604_800_000,
}
