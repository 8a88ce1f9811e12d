import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../components/class-names.js';
import { buttonClass } from '../../components/controls/button.js';
import { TEXTS } from './texts.js';

export const ACCEPTED_FILES = '.csv,.tsv,.txt,text/csv';

export function FileDrop({ title, onFile }: { title: string; onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className={classNames(
        'grid cursor-pointer justify-items-center gap-1 rounded-lg border border-dashed px-6 py-12 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        over ? 'border-accent bg-soft' : 'border-edge hover:border-control',
      )}
    >
      <FileUp aria-hidden className="mb-2 size-6 text-faint" />
      <span className="font-medium">{title}</span>
      <span className="text-sm text-muted">{TEXTS.dropHint}</span>
      <span className={`${buttonClass()} mt-3`}>{TEXTS.choose}</span>
      <input
        type="file"
        accept={ACCEPTED_FILES}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
