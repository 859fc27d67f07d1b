export function Failed({ error }: { readonly error: Error | undefined }) {
  if (!error) return null
  return (
    <p class="error" role="alert">
      {error.message}
    </p>
  )
}
