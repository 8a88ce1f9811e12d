import { Download } from 'lucide-react';
import { buttonClass } from '../../components/controls/button.js';
import { TEXTS } from './texts.js';

/** A link that saves a text as a file. */
export function SavedText({ text, file }: { text: string; file: string }) {
  return (
    <a
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
      download={file}
      className={buttonClass('secondary', true)}
    >
      <Download aria-hidden className="size-3.5 text-muted" /> {TEXTS.download}
      <span className="sr-only"> {file}</span>
    </a>
  );
}
