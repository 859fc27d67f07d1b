/** The questions of a run with what became of them. Nothing of it is stored: it follows from the run, and from how far the clock is. */
import { createHash } from 'node:crypto'
import { findTextModel } from '../../catalog/genai-models.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { ask, countDone } from './ask.ts'
import { type RunSubject, secondsToAsk } from './run-subject.ts'
import { scoreAnswer } from './score.ts'

type Run = Kinds['EvaluationRun']
type Prompt = Kinds['EvaluationPrompt']

/** Those that have been put so far, in the order of the dataset. */
export function listResults(world: World, run: Run, subject: RunSubject): Prompt[] {
  const isScored = run.status === 'EVALUATION_RUN_SUCCESSFUL' || run.status === 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL'
  return subject.rows.slice(0, countAsked(world, run, subject)).map((_, index) => describe(world, run, subject, index, isScored))
}

function countAsked({ clock, settings }: World, { status }: Run, { rows, startedAt }: RunSubject): number {
  if (startedAt === undefined) return 0
  if (status !== 'EVALUATION_RUN_RUNNING_DATASET') return rows.length
  return countDone(rows.length, startedAt, settings.actionSeconds ?? secondsToAsk, clock.now())
}

function describe(world: World, run: Run, subject: RunSubject, index: number, isScored: boolean): Prompt {
  const { input = '', expected = '' } = subject.rows[index] ?? {}
  const { output, inputTokens, outputTokens } = ask({
    model: findTextModel(subject.model),
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
    trace_id: `tr-${traceHash(run, index).slice(0, 8)}`,
  }
}

const traceHash = ({ evaluation_run_uuid: uuid }: Run, index: number) => createHash('sha256').update(`${uuid}:${index}`).digest('hex')

function describeChunk({ engine }: World, uuid: string, n: number): Prompt['prompt_chunks'][number] {
  const name = engine.find('KnowledgeBase', uuid)?.name ?? 'deleted'
  return {
    index_uuid: uuid,
    source_name: name,
    text: `Passage 1 of the knowledge base “${name}”, which the sandbox does not search.`,
    chunk_used: n === 0,
    chunk_usage_pct: n === 0 ? 80 : 0,
  }
}

/** One question with the steps behind its answer: the agent's turn, and inside it the searches and the model's call. */
export function describeSteps(world: World, run: Run, subject: RunSubject, prompt: Prompt): Prompt {
  const index = prompt.prompt_id - 1
  const spread = (settingsSeconds(world) * 1000 * (index + 1)) / subject.rows.length
  const at = writeStamp((subject.startedAt ?? 0) + Math.floor(spread))
  const hex = traceHash(run, index)
  const took = (from: number, least: number) => String((least + (parseInt(hex.slice(from, from + 4), 16) % 900)) * 1_000_000)
  const common = (duration: string) => ({ created_at: at, duration_ns: duration, status_code: 200, metadata: {}, tags: [] })
  const { prompt_chunks: chunks, input_tokens: read, output_tokens: written } = prompt
  const [input, output] = [{ text: prompt.input }, { text: prompt.output }]
  const search = {
    name: 'search',
    type: 'TRACE_SPAN_TYPE_RETRIEVER' as const,
    input,
    output: { passages: chunks.length },
    created_at: at,
    retriever: { common: common(took(8, 40)) },
  }
  const llm = {
    common: common(took(12, 300)),
    model: findTextModel(subject.model).id,
    num_input_tokens: Number(read),
    num_output_tokens: Number(written),
    total_tokens: Number(read) + Number(written),
    temperature: subject.temperature,
    tools: [],
  }
  const spans = [
    ...(subject.knowledgeBases.length > 0 ? [search] : []),
    { name: 'generate', type: 'TRACE_SPAN_TYPE_LLM' as const, input, output, created_at: at, llm },
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
