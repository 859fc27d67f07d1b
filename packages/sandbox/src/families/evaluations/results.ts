/** Questions of a run with their answers and scores, computed from the stored run and its state. */
import { findTextModel } from '../../catalog/genai-models.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { answerQuestion } from './answer.ts'
import type { RunSubject } from './run-subject.ts'
import { scoreAnswer } from './score.ts'

type Run = Kinds['EvaluationRun']
type Prompt = Kinds['EvaluationPrompt']

/** Answers in dataset order; empty until all questions were answered. */
export function listResults(
  { engine }: AccountContext,
  run: Run,
  { rows, metrics, hasTools, knowledgeBases, ...candidate }: RunSubject,
): Prompt[] {
  const isScored = run.status === 'EVALUATION_RUN_SUCCESSFUL' || run.status === 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL'
  if (!isScored && run.status !== 'EVALUATION_RUN_EVALUATING_RESULTS') return []
  const model = findTextModel(candidate.model)
  const chunks = knowledgeBases.map((uuid) => ({
    index_uuid: uuid,
    source_name: engine.find('KnowledgeBase', uuid)?.name ?? 'deleted',
    text: 'The sandbox does not search knowledge bases.',
    chunk_used: true,
    chunk_usage_pct: 100,
  }))
  return rows.map(({ input, expected }, index) => {
    const { output, inputTokens, outputTokens } = answerQuestion({
      model,
      before: candidate.before,
      input,
      maxTokens: candidate.maxTokens ?? undefined,
    })
    return {
      prompt_id: index + 1,
      input,
      output,
      ground_truth: expected,
      input_tokens: String(inputTokens),
      output_tokens: String(outputTokens),
      prompt_level_metric_results: isScored ? metrics.map((metric) => scoreAnswer(metric, { input, output, expected, hasTools })) : [],
      prompt_chunks: chunks,
      trace_id: `tr-${run.evaluation_run_uuid}-${index + 1}`,
    }
  })
}

/** Adds the trace: the turn of the agent with one call of its model. */
export function withTrace(prompt: Prompt, run: Run, { model, temperature }: RunSubject): Prompt {
  const at = run.started_at ?? run.queued_at
  const [read, written] = [Number(prompt.input_tokens), Number(prompt.output_tokens)]
  const step = { input: { text: prompt.input }, output: { text: prompt.output }, created_at: at }
  const llm = {
    common: { created_at: at, duration_ns: '500000000', status_code: 200, metadata: {}, tags: [] },
    model: findTextModel(model).id,
    num_input_tokens: read,
    num_output_tokens: written,
    total_tokens: read + written,
    temperature,
    tools: [],
  }
  return {
    ...prompt,
    evaluation_trace_spans: [
      {
        ...step,
        name: 'answer',
        type: 'TRACE_SPAN_TYPE_AGENT',
        span_level_metric_results: [],
        retriever_chunks: prompt.prompt_chunks,
        spans: [{ ...step, name: 'generate', type: 'TRACE_SPAN_TYPE_LLM', llm }],
      },
    ],
  }
}
