import type { ComponentChildren } from 'preact'

/** Table with a title and a value in each row. */
export function Rows({ rows }: { readonly rows: readonly (readonly [title: string, value: ComponentChildren])[] }) {
  return (
    <table class="plain">
      <tbody>
        {rows.map(([title, value]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
