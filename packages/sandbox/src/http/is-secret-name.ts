const secretName =
  /(^|[_-])(password|passwd|secret|secrets|token|tokens|private_key|access_key|api_key|secret_key|credential|credentials|client_secret|code|code_verifier|kubeconfig|auth)$|_token|_secret|_password|private_key|^key_pem$/i

/** Whether what a property, a parameter or a field of a form is called says that it holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}
