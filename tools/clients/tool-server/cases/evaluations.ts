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
      with: {
        metric_name: 'Tone',
        scoring_prompt: 'Give 100 to a text that sounds friendly.',
        description: 'friendly',
        requires_ground_truth: false,
      },
      keep: { metric: 'metric_uuid' },
    },
    {
      tool: 'genai-model-eval-update-custom-metric',
      with: { metric_uuid: '{metric}', description: 'warm' },
      shows: { description: 'warm' },
    },
    {
      tool: 'genai-model-eval-create-dataset',
      with: { name: 'prompts', file_path: '{data}/prompts.jsonl' },
      keep: { prompts: 'dataset_uuid' },
    },
    { tool: 'genai-model-eval-list-datasets', shows: { count: 1 } },
    // Without consent of the user it only describes the run.
    { tool: 'genai-model-eval-create-run', with: run, shows: { status: 'consent_required' } },
    { tool: 'genai-model-eval-create-run', with: { ...run, user_message: 'yes', preset_name: 'blurbs' }, keep: { run: 'eval_run_uuid' } },
    { tool: 'genai-model-eval-list-runs', with: { page: 1, per_page: 10 }, shows: { count: 1 } },
    { tool: 'genai-model-eval-update-run', with: { eval_run_uuid: '{run}', name: 'better' } },
    {
      tool: 'genai-model-eval-get-run',
      after: hour,
      with: { eval_run_uuid: '{run}' },
      shows: { 'run.status': 'MODEL_EVALUATION_RUN_SUCCESSFUL', 'run.name': 'better' },
    },
    { tool: 'genai-model-eval-get-results-download-url', with: { eval_run_uuid: '{run}' } },
    { tool: 'genai-model-eval-list-presets', keep: { preset: 'presets.0.eval_preset_uuid' } },
    { tool: 'genai-model-eval-get-preset', with: { eval_preset_uuid: '{preset}' } },
    { tool: 'genai-model-eval-create-run', with: { ...run, name: 'second', user_message: 'yes' }, keep: { second: 'eval_run_uuid' } },
    { tool: 'genai-model-eval-cancel-run', with: { eval_run_uuid: '{second}', confirm_cancel: true } },
    { tool: 'genai-model-eval-delete-run', after: hour, with: { eval_run_uuid: '{second}', confirm_deletion: true } },
    {
      tool: 'genai-model-eval-run-workflow',
      with: {
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
    { tool: 'genai-model-eval-delete-preset', with: { eval_preset_uuid: '{preset}', confirm_deletion: true } },
    { tool: 'genai-model-eval-delete-dataset', with: { dataset_uuid: '{prompts}', confirm_deletion: true } },
    { tool: 'genai-model-eval-delete-custom-metric', with: { metric_uuid: '{metric}', confirm_deletion: true } },
    { ask: 'GET /v2/projects/default', keep: { project: 'project.id' } },
    {
      ask: 'POST /v2/gen-ai/agents',
      body: {
        name: 'helper',
        instruction: 'Help.',
        model_uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
        project_id: '{project}',
        region: 'tor1',
      },
      keep: { agent: 'agent.uuid' },
    },
    { ask: 'POST /v2/gen-ai/workspaces', body: { name: 'shop', agent_uuids: ['{agent}'] }, keep: { workspace: 'workspace.uuid' } },
    { ask: 'GET /v2/gen-ai/agents/{agent}', after: 300, keep: { deployment: 'agent.deployment.name' } },
    { tool: 'genai-list-evaluation-metrics', keep: { correct: 'metrics.0.metric_uuid' } },
    {
      tool: 'genai-create-evaluation-dataset',
      with: { name: 'questions', file_path: '{data}/questions.csv' },
      keep: { questions: 'dataset_uuid' },
    },
    {
      tool: 'genai-create-evaluation-test-case',
      with: {
        name: 'help',
        description: 'often asked',
        dataset_uuid: '{questions}',
        metrics: ['{correct}'],
        workspace_uuid: '{workspace}',
      },
      keep: { test: 'test_case_uuid' },
    },
    { tool: 'genai-list-evaluation-test-cases', with: { workspace_uuid: '{workspace}' }, shows: { count: 1 } },
    { tool: 'genai-update-evaluation-test-case', with: { test_case_uuid: '{test}', description: 'asked daily' }, shows: { version: 2 } },
    // The tool sends a list where the public specification has an object with a list.
    { tool: 'genai-update-evaluation-test-case', with: { test_case_uuid: '{test}', metrics: ['{correct}'] }, shows: { version: 3 } },
    {
      tool: 'genai-run-evaluation-test-case',
      with: { test_case_uuid: '{test}', run_name: 'monday', agent_deployment_names: ['{deployment}'] },
      keep: { monday: 'evaluation_run_uuids.0' },
    },
    {
      tool: 'genai-get-evaluation-run',
      after: hour,
      with: { evaluation_run_uuid: '{monday}' },
      shows: { 'evaluation_run.status': 'EVALUATION_RUN_SUCCESSFUL' },
    },
    {
      tool: 'genai-run-evaluation-workflow',
      with: {
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
