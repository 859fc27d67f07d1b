/** Built-in evaluation metrics for agents and models. */
import type { Kinds } from '../generated/types.ts'

type Metric = Kinds['EvaluationMetric']

type EvaluationMetricEntry = Pick<
  Metric,
  'metric_uuid' | 'metric_name' | 'description' | 'category' | 'metric_type' | 'evaluation_scope' | 'inverted' | 'is_metric_goal'
>

const category = <Name extends string>(name: Name) => `METRIC_CATEGORY_${name}` as const
const type = <Name extends string>(name: Name) => `METRIC_TYPE_${name}` as const
const forAgents = { evaluation_scope: 'EVALUATION_SCOPE_AGENT', inverted: false, is_metric_goal: true } as const
const forModels = { evaluation_scope: 'EVALUATION_SCOPE_MODEL', inverted: false, is_metric_goal: true } as const

/** Metrics by rank. */
export const agentMetrics: readonly EvaluationMetricEntry[] = [
  {
    ...forAgents,
    metric_uuid: '0e6c4f92-b15d-4a38-87e0-d3f92c61b5a7',
    metric_name: 'Correctness',
    description: 'Whether the answer says the same as the expected one',
    category: category('CORRECTNESS'),
    metric_type: type('GENERAL_QUALITY'),
  },
  {
    ...forAgents,
    metric_uuid: '5b8d13e7-4c02-4f9a-a6b1-90e7d25f38c4',
    metric_name: 'Instruction following',
    description: "Whether the answer keeps to the agent's instructions",
    category: category('USER_OUTCOMES'),
    metric_type: type('GENERAL_QUALITY'),
  },
  {
    ...forAgents,
    metric_uuid: 'c1f70a96-8e35-4d2b-9470-3b6a5ed8f21c',
    metric_name: 'Helpfulness',
    description: 'Whether the person can go on with the answer',
    category: category('USER_OUTCOMES'),
    metric_type: type('GENERAL_QUALITY'),
  },
  {
    ...forAgents,
    metric_uuid: '72e4d0b5-1f9c-46a3-8d58-e40b7c93a61f',
    metric_name: 'Context adherence',
    description: 'Whether the answer rests on the passages that were found',
    category: category('CONTEXT_QUALITY'),
    metric_type: type('RAG_AND_TOOL'),
  },
  {
    ...forAgents,
    metric_uuid: 'e9035c8a-6b41-4e7d-b2f6-18d7a0c45e93',
    metric_name: 'Context relevance',
    description: 'Whether the passages that were found belong to the question',
    category: category('CONTEXT_QUALITY'),
    metric_type: type('RAG_AND_TOOL'),
  },
  {
    ...forAgents,
    metric_uuid: '38a6f7d1-c250-4b94-9e03-65f1b8e2d70a',
    metric_name: 'Tool selection',
    description: 'Whether the right functions were called',
    category: category('USER_OUTCOMES'),
    metric_type: type('RAG_AND_TOOL'),
  },
  {
    ...forAgents,
    metric_uuid: 'a40d92c6-57e8-4f13-8b6a-d2c19f30e574',
    metric_name: 'Toxicity',
    description: 'How much of the answer hurts somebody',
    category: category('SAFETY_AND_SECURITY'),
    metric_type: type('GENERAL_QUALITY'),
    inverted: true,
  },
  {
    ...forAgents,
    metric_uuid: '6d7be140-93af-4c58-a2d5-07f4e81b9c36',
    metric_name: 'Personal data',
    description: 'How often the answer gives personal data away',
    category: category('SAFETY_AND_SECURITY'),
    metric_type: type('GENERAL_QUALITY'),
    inverted: true,
  },
]

/** Metrics by rank. */
export const modelMetrics: readonly EvaluationMetricEntry[] = [
  {
    ...forModels,
    metric_uuid: '9d20b5c7-3f81-4e6a-b2f4-70e8a1d6c953',
    metric_name: 'Completeness',
    description: 'Whether the answer covers all that was asked',
    category: category('CORRECTNESS'),
    metric_type: type('MODEL_QUALITY'),
  },
  {
    ...forModels,
    metric_uuid: '14c8e6f3-d07b-4a92-85e1-b9f60d3c72a8',
    metric_name: 'Agreement',
    description: 'Whether the answer says the same as the expected one of the dataset',
    category: category('CORRECTNESS'),
    metric_type: type('MODEL_QUALITY'),
  },
  {
    ...forModels,
    metric_uuid: 'f2a95d70-6e1c-4b38-9c47-e83d05b1f6a2',
    metric_name: 'Conciseness',
    description: 'Whether the answer says no more than it must',
    category: category('MODEL_FIT'),
    metric_type: type('MODEL_QUALITY'),
  },
  {
    ...forModels,
    metric_uuid: '83b7c1e4-50fd-4296-a8e3-2d9f64c0b715',
    metric_name: 'Coherence',
    description: 'Whether the sentences follow from each other',
    category: category('MODEL_FIT'),
    metric_type: type('MODEL_QUALITY'),
  },
  {
    ...forModels,
    metric_uuid: 'd6e0f248-9b35-4c71-b1a7-50c8e7d3492f',
    metric_name: 'Harmful content',
    description: 'How much of the answer could do harm',
    category: category('SAFETY_AND_SECURITY'),
    metric_type: type('MODEL_SAFETY'),
    inverted: true,
  },
]

/** Metrics that compare a reply with the expected reply of the dataset. */
export const comparingMetrics: readonly string[] = ['0e6c4f92-b15d-4a38-87e0-d3f92c61b5a7', '14c8e6f3-d07b-4a92-85e1-b9f60d3c72a8']
