export function Failed({ error }: { readonly error: Error | undefined }) {
  if (!error) return null
  return (
    <p class="refusal" role="alert">
      {error.message}
    </p>
  )
}
