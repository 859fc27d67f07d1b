/** The questions of a run with what became of them. Nothing of it is stored: it follows from the run, and from how far the clock is. */
import { createHash } from 'node:crypto'
import { findModelByUuid, type GenaiModelEntry, genaiModels } from '../../catalogue/genai-models.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { ask, countDone } from './ask.ts'
import { type RunSubject, secondsToAsk } from './run-subject.ts'
import { scoreAnswer } from './score.ts'

/** Those that have been put so far, in the order of the dataset. */
export function listResults(world: World, run: Value, subject: RunSubject): Value[] {
  const isScored = ['EVALUATION_RUN_SUCCESSFUL', 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL'].includes(String(run['status']))
  return subject.rows.slice(0, countAsked(world, run, subject)).map((_, index) => describe(world, run, subject, index, isScored))
}

function countAsked({ clock, settings }: World, { status }: Value, { rows, startedAt }: RunSubject): number {
  if (startedAt === undefined) return 0
  if (status !== 'EVALUATION_RUN_RUNNING_DATASET') return rows.length
  return countDone(rows.length, startedAt, settings.actionSeconds ?? secondsToAsk, clock.now())
}

function describe(world: World, run: Value, subject: RunSubject, index: number, isScored: boolean): Value {
  const { input = '', expected = '' } = subject.rows[index] ?? {}
  const { output, inputTokens, outputTokens } = ask({
    model: modelOf(subject),
    before: subject.before,
    input,
    maxTokens: subject.maxTokens ?? undefined,
  })
  const answered = { input, output, expected, hasTools: subject.hasTools }
  return {
    prompt_id: index + 1,
    input,
    output,
    ground_truth: expected,
    input_tokens: String(inputTokens),
    output_tokens: String(outputTokens),
    prompt_level_metric_results: isScored ? subject.metrics.map((metric) => scoreAnswer(metric, answered)) : [],
    prompt_chunks: subject.knowledgeBases.map((uuid, n) => describeChunk(world, uuid, n)),
    trace_id: `tr-${digest(run, index).slice(0, 8)}`,
  }
}

function modelOf({ model }: RunSubject): GenaiModelEntry {
  const found = findModelByUuid(model) ?? genaiModels.find(({ type }) => type === 'text')
  if (!found) throw new Error('The catalogue has no model for text.')
  return found
}

const digest = (run: Value, index: number) =>
  createHash('sha256')
    .update(`${String(run['evaluation_run_uuid'])}:${index}`)
    .digest('hex')

function describeChunk({ engine }: World, uuid: string, n: number): Value {
  const name = String(engine.find({ kind: 'KnowledgeBase', id: uuid })?.['name'] ?? 'deleted')
  return {
    index_uuid: uuid,
    source_name: name,
    text: `Passage 1 of the knowledge base “${name}”, which the sandbox does not search.`,
    chunk_used: n === 0,
    chunk_usage_pct: n === 0 ? 80 : 0,
  }
}

/** One question with the steps behind its answer: the agent's turn, and inside it the searches and the model's call. */
export function describeSteps(world: World, run: Value, subject: RunSubject, prompt: Value): Value {
  const index = Number(prompt['prompt_id']) - 1
  const spread = (settingsSeconds(world) * 1000 * (index + 1)) / subject.rows.length
  const at = writeStamp((subject.startedAt ?? 0) + Math.floor(spread))
  const hex = digest(run, index)
  const took = (from: number, least: number) => String((least + (parseInt(hex.slice(from, from + 4), 16) % 900)) * 1_000_000)
  const common = (duration: string) => ({ created_at: at, duration_ns: duration, status_code: 200, metadata: {}, tags: [] })
  const { prompt_chunks: chunks, input_tokens: read, output_tokens: written } = prompt
  const [input, output] = [{ text: prompt['input'] }, { text: prompt['output'] }]
  const search = {
    name: 'search',
    type: 'TRACE_SPAN_TYPE_RETRIEVER',
    input,
    output: { passages: (chunks as readonly unknown[]).length },
    created_at: at,
    retriever: { common: common(took(8, 40)) },
  }
  const llm = {
    common: common(took(12, 300)),
    model: modelOf(subject).id,
    num_input_tokens: Number(read),
    num_output_tokens: Number(written),
    total_tokens: Number(read) + Number(written),
    temperature: subject.temperature,
    tools: [],
  }
  const spans = [
    ...(subject.knowledgeBases.length > 0 ? [search] : []),
    { name: 'generate', type: 'TRACE_SPAN_TYPE_LLM', input, output, created_at: at, llm },
  ]
  return {
    ...prompt,
    evaluation_trace_spans: [
      {
        name: 'answer',
        type: 'TRACE_SPAN_TYPE_AGENT',
        input,
        output,
        created_at: at,
        span_level_metric_results: [],
        retriever_chunks: chunks,
        spans,
      },
    ],
  }
}

const settingsSeconds = ({ settings }: World) => settings.actionSeconds ?? secondsToAsk
