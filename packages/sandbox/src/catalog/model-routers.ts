/** Built-in tasks and presets of model routers. */
import type { DeepReadonly } from '../engine/kinds.ts'
import type { Kinds } from '../generated/types.ts'

const small = ['llama3.1-8b-instruct', 'mistral-nemo-instruct-2407']
const large = ['llama3.3-70b-instruct', 'openai-gpt-oss-120b']

export const taskPresets: readonly DeepReadonly<Kinds['ModelRouterTaskPreset']>[] = [
  {
    task_slug: 'classification',
    name: 'Sorting',
    description: 'Puts a text under one of several headings',
    category: 'analysis',
    models: small,
    selection_policy: { prefer: 'latency' },
    tags: ['text', 'short'],
  },
  {
    task_slug: 'code-generation',
    name: 'Programs',
    description: 'Writes or changes a piece of a program',
    category: 'programming',
    models: ['openai-gpt-oss-120b', 'llama3.3-70b-instruct'],
    selection_policy: { prefer: 'quality' },
    tags: ['code'],
  },
  {
    task_slug: 'question-answering',
    name: 'Questions',
    description: 'Answers a question about something that is known',
    category: 'conversation',
    models: ['llama3.3-70b-instruct', 'llama3.1-8b-instruct'],
    selection_policy: { prefer: 'quality' },
    tags: ['text'],
  },
  {
    task_slug: 'reasoning',
    name: 'Thinking',
    description: 'Takes several steps to get to a result',
    category: 'analysis',
    models: ['deepseek-r1-distill-llama-70b', 'openai-gpt-oss-120b'],
    selection_policy: { prefer: 'quality' },
    tags: ['text', 'numbers'],
  },
  {
    task_slug: 'summarization',
    name: 'Summaries',
    description: 'Makes a long text short',
    category: 'writing',
    models: small,
    selection_policy: { prefer: 'cost' },
    tags: ['text'],
  },
  {
    task_slug: 'translation',
    name: 'Translations',
    description: 'Says a text in another language',
    category: 'writing',
    models: ['mistral-nemo-instruct-2407', 'llama3.3-70b-instruct'],
    selection_policy: { prefer: 'cost' },
    tags: ['text'],
  },
]

export const routerPresets: readonly DeepReadonly<Kinds['ModelRouterPreset']>[] = [
  {
    slug: 'general',
    display_name: 'General',
    short_description: 'A good start for most agents',
    long_description: 'Sends short questions to small models and everything else to large ones.',
    config: {
      policies: [
        { task_slug: 'summarization', models: small },
        { task_slug: 'classification', models: small, selection_policy: { prefer: 'latency' } },
      ],
      fallback_models: large,
    },
  },
  {
    slug: 'developer',
    display_name: 'Developer',
    short_description: 'For agents that write programs',
    long_description: 'Programs and long thoughts go to the models that do them best, conversation around them to a small one.',
    config: {
      policies: [
        { task_slug: 'code-generation', models: ['openai-gpt-oss-120b'], selection_policy: { prefer: 'quality' } },
        { task_slug: 'reasoning', models: ['deepseek-r1-distill-llama-70b'] },
        { task_slug: 'question-answering', models: ['llama3.1-8b-instruct'] },
      ],
      fallback_models: ['llama3.3-70b-instruct'],
    },
  },
]
