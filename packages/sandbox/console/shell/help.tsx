import { Dialog } from './dialog.tsx'
import { views } from './views.ts'

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
      <table class="plain">
        <tbody>
          <Key keys={['/']} action="Search views, objects, operations and requests" />
          <Key keys={['?']} action="Show keyboard shortcuts" />
          <Key keys={['Esc']} action="Close the dialog" />
          {views.map(({ key, title, name }) => (
            <Key key={name} keys={['g', key]} action={`Go to ${title}`} />
          ))}
        </tbody>
      </table>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}

function Key({ keys, action }: { readonly keys: readonly string[]; readonly action: string }) {
  return (
    <tr>
      <th scope="row">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </th>
      <td>{action}</td>
    </tr>
  )
}
