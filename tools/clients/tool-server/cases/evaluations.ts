import type { Family } from '../tool-case.ts'

const llama = 'Llama 3.3 Instruct 70B'
const run = { name: 'blurbs', candidate_model_name: llama, judge_model_name: llama, metric_uuids: ['{metric}'], dataset_uuid: '{prompts}' }
const hour = 3600

export const evaluations: Family = {
  name: 'evaluations',
  steps: [
    { tool: 'genai-model-eval-list-metrics' },
    {
      tool: 'genai-model-eval-create-custom-metric',
      input: {
        metric_name: 'Tone',
        scoring_prompt: 'Give 100 to a text that sounds friendly.',
        description: 'friendly',
        requires_ground_truth: false,
      },
      save: { metric: 'metric_uuid' },
    },
    {
      tool: 'genai-model-eval-update-custom-metric',
      input: { metric_uuid: '{metric}', description: 'warm' },
      expected: { description: 'warm' },
    },
    {
      tool: 'genai-model-eval-create-dataset',
      input: { name: 'prompts', file_path: '{data}/prompts.jsonl' },
      save: { prompts: 'dataset_uuid' },
    },
    { tool: 'genai-model-eval-list-datasets', expected: { count: 1 } },
    // Without consent of the user it only describes the run.
    { tool: 'genai-model-eval-create-run', input: run, expected: { status: 'consent_required' } },
    { tool: 'genai-model-eval-create-run', input: { ...run, user_message: 'yes', preset_name: 'blurbs' }, save: { run: 'eval_run_uuid' } },
    { tool: 'genai-model-eval-list-runs', input: { page: 1, per_page: 10 }, expected: { count: 1 } },
    { tool: 'genai-model-eval-update-run', input: { eval_run_uuid: '{run}', name: 'better' } },
    {
      tool: 'genai-model-eval-get-run',
      advanceSeconds: hour,
      input: { eval_run_uuid: '{run}' },
      expected: { 'run.status': 'MODEL_EVALUATION_RUN_SUCCESSFUL', 'run.name': 'better' },
    },
    { tool: 'genai-model-eval-get-results-download-url', input: { eval_run_uuid: '{run}' } },
    { tool: 'genai-model-eval-list-presets', save: { preset: 'presets.0.eval_preset_uuid' } },
    { tool: 'genai-model-eval-get-preset', input: { eval_preset_uuid: '{preset}' } },
    { tool: 'genai-model-eval-create-run', input: { ...run, name: 'second', user_message: 'yes' }, save: { second: 'eval_run_uuid' } },
    { tool: 'genai-model-eval-cancel-run', input: { eval_run_uuid: '{second}', confirm_cancel: true } },
    { tool: 'genai-model-eval-delete-run', advanceSeconds: hour, input: { eval_run_uuid: '{second}', confirm_deletion: true } },
    {
      tool: 'genai-model-eval-run-workflow',
      input: {
        name: 'whole',
        dataset_file_path: '{data}/prompts.jsonl',
        candidate_model_name: llama,
        judge_model_name: llama,
        metric_uuids: ['{metric}'],
        user_message: 'yes',
        poll_interval_seconds: 1,
        timeout_seconds: 20,
      },
    },
    { tool: 'genai-model-eval-delete-preset', input: { eval_preset_uuid: '{preset}', confirm_deletion: true } },
    { tool: 'genai-model-eval-delete-dataset', input: { dataset_uuid: '{prompts}', confirm_deletion: true } },
    { tool: 'genai-model-eval-delete-custom-metric', input: { metric_uuid: '{metric}', confirm_deletion: true } },
    { request: 'GET /v2/projects/default', save: { project: 'project.id' } },
    {
      request: 'POST /v2/gen-ai/agents',
      body: {
        name: 'helper',
        instruction: 'Help.',
        model_uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
        project_id: '{project}',
        region: 'tor1',
      },
      save: { agent: 'agent.uuid' },
    },
    { request: 'POST /v2/gen-ai/workspaces', body: { name: 'shop', agent_uuids: ['{agent}'] }, save: { workspace: 'workspace.uuid' } },
    { request: 'GET /v2/gen-ai/agents/{agent}', advanceSeconds: 300, save: { deployment: 'agent.deployment.name' } },
    { tool: 'genai-list-evaluation-metrics', save: { correct: 'metrics.0.metric_uuid' } },
    {
      tool: 'genai-create-evaluation-dataset',
      input: { name: 'questions', file_path: '{data}/questions.csv' },
      save: { questions: 'dataset_uuid' },
    },
    {
      tool: 'genai-create-evaluation-test-case',
      input: {
        name: 'help',
        description: 'often asked',
        dataset_uuid: '{questions}',
        metrics: ['{correct}'],
        workspace_uuid: '{workspace}',
      },
      save: { test: 'test_case_uuid' },
    },
    { tool: 'genai-list-evaluation-test-cases', input: { workspace_uuid: '{workspace}' }, expected: { count: 1 } },
    {
      tool: 'genai-update-evaluation-test-case',
      input: { test_case_uuid: '{test}', description: 'asked daily' },
      expected: { version: 2 },
    },
    // The tool sends a list where the public specification has an object with a list.
    { tool: 'genai-update-evaluation-test-case', input: { test_case_uuid: '{test}', metrics: ['{correct}'] }, expected: { version: 3 } },
    {
      tool: 'genai-run-evaluation-test-case',
      input: { test_case_uuid: '{test}', run_name: 'monday', agent_deployment_names: ['{deployment}'] },
      save: { monday: 'evaluation_run_uuids.0' },
    },
    {
      tool: 'genai-get-evaluation-run',
      advanceSeconds: hour,
      input: { evaluation_run_uuid: '{monday}' },
      expected: { 'evaluation_run.status': 'EVALUATION_RUN_SUCCESSFUL' },
    },
    {
      tool: 'genai-run-evaluation-workflow',
      input: {
        dataset_file_path: '{data}/questions.csv',
        workspace_name: 'shop',
        test_case_name: 'all',
        agent_deployment_names: ['{deployment}'],
        run_name: 'all',
        poll_interval_seconds: 1,
        timeout_seconds: 20,
      },
    },
  ],
}
