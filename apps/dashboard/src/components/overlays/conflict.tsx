import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';

interface ConflictProps {
  title: string;
  fields: readonly { label: string; mine: string; theirs: string }[];
  onKeepMine: () => void;
  onClose: () => void;
}

/** Both versions, field by field, when somebody else saved first. */
export function Conflict({ title, fields, onKeepMine, onClose }: ConflictProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep theirs</Button>
          <Button kind="primary" onClick={onKeepMine}>
            Save yours over theirs
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-faint">
          <tr>
            <th scope="col" className="w-24 py-1 font-medium">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Yours
            </th>
            <th scope="col" className="py-1 font-medium">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {fields
            .filter(({ mine, theirs }) => mine !== theirs)
            .map(({ label, mine, theirs }) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-2 font-medium text-muted">
                  {label}
                </th>
                <td className="py-2 pr-3 break-words whitespace-pre-wrap">
                  <bdi>{mine}</bdi>
                </td>
                <td className="py-2 break-words whitespace-pre-wrap">
                  <bdi>{theirs}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Dialog>
  );
}
